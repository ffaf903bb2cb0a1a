import IgataSchema

/// The way in which Citus stores the rows of a model.
enum CitusPlacement: Hashable {
  /// On the coordinator only, as plain PostgreSQL does.
  case local
  /// As a reference table, with a copy on every server.
  case reference
  /// Distributed by the value of a column. Rows with equal values in one group are co-located.
  case distributed(column: Int, CitusGroup)
}

/// The domain of a distribution column's values. Equal values in one group belong together.
enum CitusGroup: Hashable {
  /// The keys of a model.
  case key(Int)
  /// The values of fields of one name and type.
  case field(String, ValueType)
}

extension Schema {
  /// The placement of each model's rows, or `nil` if no single column determines it.
  var citusPlacements: [CitusPlacement?] {
    let columns = distributionColumns
    var groups = CitusGroups(self)
    return models.indices.map { index in
      switch models[index].distribution?.kind {
      case nil: return .local
      case .reference: return .reference
      case .field:
        guard let column = columns[index], let group = groups.group(of: index, column) else { return nil }
        return .distributed(column: column, group)
      }
    }
  }
}

/// The groups of columns. Each column is followed once, through relations to the column that its values come from.
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
    var key = ColumnKey(model: model, column: column)
    // A cycle ends at a column that is already known to have no group.
    while known[key] == nil {
      known[key] = .some(nil)
      path.append(key)
      let model = schema.models[key.model]
      guard model.columns.indices.contains(key.column) else { break }
      switch model.columns[key.column].role {
      case .reference(let target, let column, _): key = ColumnKey(model: target, column: column)
      case .value(let type):
        let isKey = model.primaryKey == [key.column]
        known[key] = isKey ? .key(key.model) : .field(model.fields[model.columns[key.column].field].name, type)
      case .list: break
      }
    }
    let group = known[key] ?? nil
    for key in path { known[key] = group }
    return group
  }
}
