@_spi(Backend) internal import IgataRuntime
internal import IgataTables

/// A table whose rows are copied.
struct CopiedTable: Sendable {
  let table: TableDescription
  /// The table that the rows are read from.
  let source: TableDescription
  /// For each column, that of the source; `nil` if these are the same.
  let sourceColumns: [Int]?
  /// The columns of relations to rows that are written later. They are null at first and set when all rows are written.
  let laterColumns: [Int]
  /// The table without generated keys, for rows with the key 0, for which the store would generate a key; `nil` if the
  /// keys are not generated.
  let withGivenKeys: TableDescription?

  init(_ table: TableDescription, laterColumns: [Int]) {
    self.table = table
    source = table
    sourceColumns = nil
    self.laterColumns = laterColumns
    withGivenKeys = table.generatedKeyColumn.map { table.withGivenKey($0) }
  }

  /// The same table, with another one that the rows are read from.
  ///
  /// Throws if that one doesn't have the same columns, of the same types and with the same key.
  init(_ copied: CopiedTable, from source: TableDescription) throws(DatabaseFault) {
    let table = copied.table
    func fault(_ message: String) -> DatabaseFault {
      DatabaseFault(
        .request, "table '\(table.name)': \(message)",
        help: "copy with the same models, fields and types, without '@external' and '@stored'; then change them, and "
          + "migrate")
    }
    let names = source.columns.map(\.name)
    if let other = names.first(where: { name in !table.columns.contains { $0.name == name } }) {
      throw fault("column '\(other)' of FROM isn't in the schema")
    }
    var columns: [Int] = []
    for column in table.columns {
      guard let index = names.firstIndex(of: column.name) else { throw fault("FROM has no column '\(column.name)'") }
      guard source.columns[index].type == column.type else {
        throw fault("column '\(column.name)' has another type in FROM")
      }
      columns.append(index)
    }
    guard source.primaryKey == table.primaryKey.map({ columns[$0] }) else { throw fault("FROM has another key") }
    (self.table, laterColumns, withGivenKeys) = (table, copied.laterColumns, copied.withGivenKeys)
    self.source = source
    sourceColumns = columns
  }

  var name: String { table.name }
}

extension CopiedTable {
  /// The tables of a schema in the order in which their rows can be written.
  static func all(_ described: [ModelTable]) -> [CopiedTable] { ordered(TableDescription.tables(described)) }

  /// The tables of a schema, whose rows are read from the tables of another one with the same names.
  ///
  /// Throws if one of them is missing on either side. Views stay where they are.
  static func all(
    _ described: [ModelTable], from sources: [ModelTable]
  ) throws(DatabaseFault) -> [CopiedTable] {
    let (copied, sources) = (all(described), TableDescription.tables(sources.withAllMicroseconds))
    let names = Set(copied.map(\.name))
    if let rest = sources.first(where: { !$0.isReadOnly && !names.contains($0.name) }) {
      throw DatabaseFault(
        .request, "table '\(rest.name)' of FROM isn't in the schema", help: "its rows would be lost: add its model")
    }
    var result: [CopiedTable] = []
    for table in copied {
      guard let source = sources.first(where: { $0.name == table.name }) else {
        throw DatabaseFault(
          .request, "FROM has no table '\(table.name)'", help: "leave its model out until the copy is done")
      }
      result.append(try CopiedTable(table, from: source))
    }
    return result
  }

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

extension [ModelTable] {
  /// The tables, whose dates are read as they are stored, and not as a `Date` has them. A row is found by a key as a
  /// `Date` has it, so that keys and what refers to them are read as these.
  fileprivate var withAllMicroseconds: [ModelTable] {
    var keys = map { Set($0.table.primaryKey) }
    for (index, described) in enumerated() {
      for (relation, target) in zip(described.table.relations, described.targets) where !relation.kind.columns.isEmpty {
        keys[index].formUnion(relation.kind.columns)
        keys[target].formUnion(relation.referencedColumns(of: self[target].table))
      }
    }
    return zip(self, keys).map { described, keys in
      var described = described
      for column in described.table.columns.indices where !keys.contains(column) {
        described.table.columns[column].readsAllMicroseconds = true
      }
      return described
    }
  }
}

extension TableDescription {
  fileprivate func withGivenKey(_ key: Int) -> TableDescription {
    var table = table
    table.columns[key].defaultValue = nil
    return TableDescription(table, relations: relations.map { relation in { relation.targetTable() } })
  }
}
