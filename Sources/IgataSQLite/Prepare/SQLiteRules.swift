#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

/// How a table in an SQLite database is compared with one of the schema.
struct SQLiteRules: CatalogRules {
  let table: TableDescription
  let definition: TableDefinition

  init(_ table: TableDescription) {
    self.table = table
    definition = table.definition(in: SQLiteDialect())
  }

  /// SQLite does not tell the cases of ASCII letters apart.
  static func key(_ name: String) -> String {
    guard name.utf8.contains(where: { (65...90).contains($0) }) else { return name }
    return String(decoding: name.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }

  func key(_ name: String) -> String { Self.key(name) }

  func typeRefusal(of found: FoundColumn, as column: ColumnDescription) -> String? {
    let wanted = column.type.storageClass
    let affinity = Affinity(of: found.type)
    let words = found.type.isEmpty ? "a column without a type" : found.type
    switch affinity {
    case .integer: if wanted != .integer { return "\(words), which keeps whole numbers" }
    case .real: if wanted != .real { return "\(words), which keeps floating-point numbers" }
    case .blob: if wanted != .blob { return "\(words), which keeps values as they are given" }
    case .text:
      guard wanted == .text else { return "\(words), which keeps text" }
      guard ["", "BINARY"].contains(found.collation.uppercased()) else {
        return "\(words) with the collation \(found.collation), which compares text otherwise than by code points"
      }
    case .numeric:
      let isBool = column.type.storage == .bool && found.type.uppercased().contains("BOOL")
      guard isBool || wanted == .blob else {
        return "\(words), which keeps fractions, and turns text that looks like a number into one"
      }
    }
    return nil
  }

  var acceptedKeys: [[String]] { [table.primaryKey.map { table.columns[$0].name }] }

  func acceptedForeignKeys(of relation: RelationDescription) -> [(columns: [String], targetColumns: [String])] {
    let target = relation.targetTable()
    return [(relation.columns.map { table.columns[$0].name }, target.primaryKey.map { target.columns[$0].name })]
  }

  func mayLackForeignKey(of relation: RelationDescription) -> Bool { false }

  func addForeignKey(_ relation: RelationDescription) -> String? { nil }

  func addCountedKey(_ index: Int, to found: FoundColumn) -> String? { nil }

  func setNullable(_ index: Int, _ isNullable: Bool) -> String? { nil }

  /// SQLite adds no part of a key, no column that rows would lack a value for, and no foreign key of several columns.
  func addColumn(_ index: Int) -> String? {
    let column = table.columns[index]
    guard !table.primaryKey.contains(index) else { return nil }
    if !column.isNullable {
      guard definition.dialect.defaultValue(of: column) != nil else { return nil }
    }
    var reference = ""
    if let number = table.relations.firstIndex(where: { $0.columns.contains(index) }) {
      guard table.relations[number].columns.count == 1, column.isNullable else { return nil }
      if case .value? = column.defaultValue { return nil }
      reference = " " + definition.references(number)
    }
    return "ALTER TABLE \(table.name.quotedName) ADD COLUMN \(definition.column(index))\(reference);"
  }
}

/// What SQLite makes of a type in a table's definition.
private enum Affinity {
  case integer, text, blob, real, numeric

  init(of declared: String) {
    let type = declared.uppercased()
    if type.contains("INT") {
      self = .integer
    } else if type.contains("CHAR") || type.contains("CLOB") || type.contains("TEXT") {
      self = .text
    } else if type.isEmpty || type.contains("BLOB") {
      self = .blob
    } else if type.contains("REAL") || type.contains("FLOA") || type.contains("DOUB") {
      self = .real
    } else {
      self = .numeric
    }
  }
}

#endif
