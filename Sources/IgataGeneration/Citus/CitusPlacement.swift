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
  /// Where Citus keeps the rows of each model; `nil` where no one column can tell where a row lies.
  var citusPlacements: [CitusPlacement?] {
    let columns = distributionColumns
    var groups = CitusGroups(self)
    return models.indices.map { index in
      switch models[index].distribution?.kind {
      case nil: return .local
      case .reference: return .reference
      case .field:
        guard let column = columns[index], let group = groups.group(of: index, column) else { return nil }
        return .spread(column: column, group)
      }
    }
  }
}

/// What columns' values mean: each is followed once through relations to where its values come from.
private struct CitusGroups {
  private struct ColumnKey: Hashable {
    var model: Int
    var column: Int
  }

  private let schema: Schema
  private var known: [ColumnKey: CitusGroup?] = [:]

  init(_ schema: Schema) { self.schema = schema }

  mutating func group(of model: Int, _ column: Int) -> CitusGroup? {
    var path: [ColumnKey] = []
    var place = ColumnKey(model: model, column: column)
    // A circle ends at a place that is known to be of no group.
    while known[place] == nil {
      known[place] = .some(nil)
      path.append(place)
      let model = schema.models[place.model]
      guard model.columns.indices.contains(place.column) else { break }
      switch model.columns[place.column].role {
      case .reference(let target, let column, _): place = ColumnKey(model: target, column: column)
      case .value(let type):
        let isKey = model.primaryKey == [place.column]
        known[place] = isKey ? .key(place.model) : .field(model.fields[model.columns[place.column].field].name, type)
      case .list: break
      }
    }
    let group = known[place] ?? nil
    for place in path { known[place] = group }
    return group
  }
}
