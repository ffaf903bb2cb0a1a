import IgataSchema
import IgataTables

/// The rows that a taker gets for those of a giver.
struct MadeRows {
  /// What a column of such a row gets.
  enum Value: Hashable {
    /// The value of the giver's old column.
    case taken(Int)
    /// The key of the giver, by its new column.
    case giver(Int)
    /// A key that is made.
    case key
    /// The default or the backfill of a new column, or nothing.
    case added
    /// What the database makes.
    case omitted
    /// Nothing gives it.
    case missing
  }

  /// For each column of the taker.
  let values: [Value]
  /// Whether a row is made only where the giver refers to none, or none refers to the giver.
  let isConditional: Bool

  /// The columns for which there is no value.
  var problems: [Int] { values.indices.filter { values[$0] == .missing } }
}

extension MatchedTables {
  /// The rows that are made for a taking; `nil` if no row can be missing, or none could refer to its giver.
  func madeRows(of taking: Taking) -> MadeRows? {
    guard let newLink = taking.newLink else { return nil }
    if let link = taking.link, link.isGivers,
      !link.columns.contains(where: { old[taking.giver].table.columns[$0].isNullable })
    {
      return nil
    }
    let table = new[taking.taker].table
    let values = table.columns.indices.map { column -> MadeRows.Value in
      if let source = taking.oldColumn(of: column) { return .taken(source) }
      if !newLink.isGivers, let part = newLink.columns.firstIndex(of: column) {
        let reference = newLink.references[part]
        let isKept = match.models.first { $0.old == taking.giver }?.oldColumn(of: reference) != nil
        return isKept ? .giver(reference) : .missing
      }
      let isKey = table.primaryKey.contains(column)
      let value = madeValue(of: table.columns[column], isKey: isKey, at: column, taking.taker)
      return value == .added && lacksMember(column, of: taking) ? .missing : value
    }
    return MadeRows(values: values, isConditional: taking.link != nil)
  }

  /// Whether nothing gives a value that an optional struct needs, which is there.
  private func lacksMember(_ column: Int, of taking: Taking) -> Bool {
    let compared = comparedColumn(new: column, of: taking.taker)
    guard compared.new.isNullable, compared.isRequired, compared.backfill == nil else { return false }
    return compared.new.defaultValue == nil && structs.presence(ofColumn: column, of: taking) != .never
  }

  private func madeValue(of column: ColumnDescription, isKey: Bool, at index: Int, _ taker: Int) -> MadeRows.Value {
    switch column.defaultValue {
    case .uuid, .uuid7: return isKey ? .key : .added
    case .autoincrement: return .key
    case .now where !isKey: return .added
    default: break
    }
    if isKey { return .missing }
    if let backfill = comparedColumn(new: index, of: taker).backfill?.kind, case .value = backfill { return .added }
    if case .value? = column.defaultValue { return .added }
    if case .sql? = column.defaultValue { return .omitted }
    return column.isNullable ? .added : .missing
  }

  /// Whether several givers can belong to one taker, so that the version stops unless their values are equal.
  func canShare(_ taking: Taking) -> Bool {
    guard let link = taking.link, link.isGivers else { return false }
    return !old[taking.giver].table.isUnique(link.columns)
  }

  /// Whether there can be rows of the taker without a giver.
  func canLackGiver(_ taking: Taking) -> Bool {
    guard let taker = match.model(new: taking.taker) else { return false }
    guard let link = taking.link, !link.isGivers else { return true }
    return link.columns.contains { old[taker.old].table.columns[$0].isNullable }
  }

  /// Whether the version stops where a giver has no taker, as its values would be lost.
  func stopsWithoutTaker(_ taking: Taking) -> Bool {
    guard taking.kind == .fieldsMoved, taking.link != nil else { return false }
    // The rows of a model that is gone are dropped.
    guard match.models.contains(where: { $0.old == taking.giver }) else { return false }
    return madeRows(of: taking).map { !$0.problems.isEmpty } ?? true
  }

  /// Whether a giver can have no taker without a foreign key that is broken.
  func canLackTaker(_ taking: Taking) -> Bool {
    guard let link = taking.link, link.isGivers else { return true }
    return link.columns.contains { old[taking.giver].table.columns[$0].isNullable }
  }
}

extension MatchedTables {
  /// Whether a value of a struct can be missing although the struct isn't.
  func isOptional(_ column: Int, of giver: Int) -> Bool {
    let model = match.old.models[giver]
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
