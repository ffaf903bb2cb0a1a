import IgataSchema
import IgataTables

/// The rows that are inserted into the target of a move, for rows of its source.
struct InsertedRows {
  /// What a column of such a row gets.
  enum Value: Hashable {
    /// The value of the source's old column.
    case moved(Int)
    /// The key of the source's row, by its new column.
    case sourceKey(Int)
    /// A key that the version generates.
    case generatedKey
    /// The default or the backfill of a new column, or nothing.
    case added
    /// What the database generates.
    case omitted
    /// Nothing gives it.
    case missing
  }

  /// For each column of the target.
  let values: [Value]

  /// The columns for which there is no value.
  var problems: [Int] { values.indices.filter { values[$0] == .missing } }
}

extension MatchedTables {
  /// The rows that are inserted for a move; `nil` if no row can be missing, or none could refer to its source.
  func insertedRows(for move: ValueMove) -> InsertedRows? {
    guard let newLink = move.newLink else { return nil }
    if let link = move.link, link.belongsToSource, !canLackTarget(move) { return nil }
    let table = new[move.targetModel].table
    let values = table.columns.indices.map { column -> InsertedRows.Value in
      if let source = move.oldColumn(of: column) { return .moved(source) }
      if !newLink.belongsToSource, let part = newLink.columns.firstIndex(of: column) {
        let reference = newLink.references[part]
        let isKept = match.models.first { $0.old == move.sourceModel }?.oldColumn(of: reference) != nil
        return isKept ? .sourceKey(reference) : .missing
      }
      let isKey = table.primaryKey.contains(column)
      let value = insertedValue(of: table.columns[column], isKey: isKey, at: column, move.targetModel)
      return value == .added && lacksMember(column, of: move) ? .missing : value
    }
    return InsertedRows(values: values)
  }

  /// Whether nothing gives a value that an optional struct needs, which is there.
  private func lacksMember(_ column: Int, of move: ValueMove) -> Bool {
    let compared = comparedColumn(new: column, of: move.targetModel)
    guard compared.new.isNullable, compared.isRequired, compared.backfill == nil else { return false }
    return compared.new.defaultValue == nil && structPresence(ofColumn: column, of: move) != .never
  }

  private func insertedValue(
    of column: ColumnDescription, isKey: Bool, at index: Int, _ model: Int
  ) -> InsertedRows.Value {
    switch column.defaultValue {
    case .uuid, .uuid7: return isKey ? .generatedKey : .added
    case .autoincrement: return .generatedKey
    case .now where !isKey: return .added
    default: break
    }
    if isKey { return .missing }
    if let backfill = comparedColumn(new: index, of: model).backfill?.kind, case .value = backfill { return .added }
    if case .value? = column.defaultValue { return .added }
    if case .sql? = column.defaultValue { return .omitted }
    return column.isNullable ? .added : .missing
  }

  /// Whether several rows of the source can belong to one of the target, so that the version stops unless their values
  /// are equal.
  func canShareTarget(_ move: ValueMove) -> Bool {
    guard let link = move.link, link.belongsToSource else { return false }
    return !old[move.sourceModel].table.isUnique(link.columns)
  }

  /// Whether there can be rows of the target without one of the source.
  func canLackSource(_ move: ValueMove) -> Bool {
    guard let target = match.model(new: move.targetModel) else { return false }
    guard let link = move.link, !link.belongsToSource else { return true }
    return link.columns.contains { old[target.old].table.columns[$0].isNullable }
  }

  /// Whether the version stops where a row of the source has none of the target, as its values would be lost.
  func stopsWithoutTarget(_ move: ValueMove) -> Bool {
    guard move.kind == .fieldsMoved, move.link != nil else { return false }
    // The rows of a model that is gone are dropped.
    guard match.models.contains(where: { $0.old == move.sourceModel }) else { return false }
    return insertedRows(for: move).map { !$0.problems.isEmpty } ?? true
  }

  /// Whether a row of the source can have none of the target without a foreign key that is broken.
  func canLackTarget(_ move: ValueMove) -> Bool {
    guard let link = move.link, link.belongsToSource else { return true }
    return link.columns.contains { old[move.sourceModel].table.columns[$0].isNullable }
  }
}

extension MatchedTables {
  /// Whether a value of a struct can be missing although the struct isn't.
  func isOptional(_ column: Int, of oldModel: Int) -> Bool {
    let model = match.old.models[oldModel]
    var kind = model.fields[model.columns[column].field].kind
    for step in model.columns[column].path {
      guard case .embedded(let structure, _) = kind else { return true }
      kind = match.old.structs[structure].fields[step].kind
      if case .embedded(_, isOptional: true) = kind { return true }
    }
    if case .value(_, let isOptional) = kind { return isOptional }
    return false
  }
}

extension Table {
  /// Whether no two rows have the same values in some columns.
  fileprivate func isUnique(_ columns: [Int]) -> Bool {
    Set(primaryKey).isSubset(of: columns)
      || uniques.contains { $0.isComplete && $0.isOfValues && Set($0.columns).isSubset(of: columns) }
  }
}
