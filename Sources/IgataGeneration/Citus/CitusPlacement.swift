import IgataSchema

/// Where Citus keeps the rows of a model.
enum CitusPlacement: Hashable {
  /// On the coordinator alone, as plain PostgreSQL does.
  case local
  /// On every server.
  case reference
  /// By the value of a column; rows of one group that have the same value lie together.
  case spread(column: Int, CitusGroup)
}

/// What the values of distribution columns mean: equal values of one group belong together.
enum CitusGroup: Hashable {
  /// The keys of a model.
  case key(Int)
  /// The values of fields of one name and type.
  case field(String, ValueType)
}

extension Schema {
  /// Nothing where no one column can tell where a row lies.
  func citusPlacement(of index: Int) -> CitusPlacement? {
    switch models[index].distribution?.kind {
    case nil: return .local
    case .reference: return .reference
    case .field:
      guard let column = distributionColumn(of: index), let group = group(of: index, column) else { return nil }
      return .spread(column: column, group)
    }
  }

  /// What a column's values mean: followed through relations to where they come from.
  private func group(of index: Int, _ column: Int) -> CitusGroup? {
    var (index, column) = (index, column)
    for _ in models.indices {
      let model = models[index]
      guard model.columns.indices.contains(column) else { return nil }
      switch model.columns[column].role {
      case .reference(let target, let targetColumn, _): (index, column) = (target, targetColumn)
      case .value(let type):
        return model.primaryKey == [column] ? .key(index) : .field(model.fields[model.columns[column].field].name, type)
      case .list: return nil
      }
    }
    return nil
  }
}
