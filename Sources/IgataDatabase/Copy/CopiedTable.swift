@_spi(Backend) internal import IgataRuntime
internal import IgataTables

/// A table whose rows are copied.
struct CopiedTable: Sendable {
  let table: TableDescription
  /// The columns of relations to rows that are written later. They are null at first and set when all rows are written.
  let laterColumns: [Int]
  /// The table without generated keys, for rows with the key 0, for which the store would generate a key; `nil` if the
  /// keys are not generated.
  let withGivenKeys: TableDescription?

  init(_ table: TableDescription, laterColumns: [Int]) {
    self.table = table
    self.laterColumns = laterColumns
    withGivenKeys = table.generatedKeyColumn.map { table.withGivenKey($0) }
  }

  var name: String { table.name }
}

extension CopiedTable {
  /// The tables of a schema in the order in which their rows can be written.
  static func all(_ described: [ModelTable]) -> [CopiedTable] { ordered(TableDescription.tables(described)) }

  /// The tables, each after those that its rows refer to. In a cycle, a table whose relations may be null comes first.
  private static func ordered(_ tables: [TableDescription]) -> [CopiedTable] {
    var rest = tables
    var ordered: Set<ObjectIdentifier> = []
    var result: [CopiedTable] = []
    func isFree(_ table: TableDescription, _ relation: RelationDescription) -> Bool {
      let target = relation.targetTable()
      return relation.columns.isEmpty || target === table || ordered.contains(ObjectIdentifier(target))
    }
    func isOptional(_ table: TableDescription, _ relation: RelationDescription) -> Bool {
      relation.columns.contains { table.columns[$0].isNullable }
    }
    while !rest.isEmpty {
      let next =
        rest.firstIndex { table in table.relations.allSatisfy { isFree(table, $0) } }
        ?? rest.firstIndex { table in table.relations.allSatisfy { isFree(table, $0) || isOptional(table, $0) } } ?? 0
      let table = rest.remove(at: next)
      let later = table.relations.filter { relation in
        guard !relation.columns.isEmpty, isOptional(table, relation) else { return false }
        return !isFree(table, relation) || relation.targetTable() === table
      }
      ordered.insert(ObjectIdentifier(table))
      result.append(
        CopiedTable(
          table, laterColumns: later.flatMap(\.columns).filter { table.columns[$0].isNullable }))
    }
    return result
  }
}

extension CopiedTable {
  /// Whether a row has the key 0, for which a store would generate another.
  func needsGivenKey(_ row: [StoredValue]) -> Bool { table.generatedKeyColumn.map { row[$0] == .integer(0) } ?? false }
}

extension TableDescription {
  fileprivate func withGivenKey(_ key: Int) -> TableDescription {
    var table = table
    table.columns[key].defaultValue = nil
    return TableDescription(table, relations: relations.map { relation in { relation.targetTable() } })
  }
}
