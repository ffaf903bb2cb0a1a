#if SQLite || canImport(SQLite3)
@_spi(Backend) public import IgataRuntime
@_spi(Backend) public import IgataSQL
public import IgataTables

/// How a table in an SQLite database is compared with one of the schema.
@_spi(Backend) extension SQLiteDialect: CatalogDialect {
  public func typeRefusal(of found: FoundColumn, as column: ColumnDescription) -> String? {
    let wanted = column.type.storageClass
    let affinity = Affinity(of: found.type)
    let words = found.type.isEmpty ? "a column without a type" : found.type
    switch affinity {
    case .integer: if wanted != .integer { return "\(words), which stores whole numbers" }
    case .real: if wanted != .real { return "\(words), which stores floating-point numbers" }
    case .blob: if wanted != .blob { return "\(words), which stores values unchanged" }
    case .text:
      guard wanted == .text else { return "\(words), which stores text" }
      guard ["", "BINARY"].contains(found.collation.uppercased()) else {
        return "\(words) with the collation \(found.collation), which does not compare text by code points"
      }
    case .numeric:
      let isBool = column.type.storage == .bool && found.type.uppercased().contains("BOOL")
      guard isBool || wanted == .blob else {
        return "\(words), which stores fractions, and converts text that looks like a number"
      }
    }
    return nil
  }

  /// SQLite can't add a part of a key, a column for which rows would have no value, or a foreign key of several
  /// columns.
  public func addColumn(_ index: Int, to table: TableDescription) -> String? {
    let column = table.columns[index]
    guard !table.primaryKey.contains(index) else { return nil }
    if !column.isNullable {
      guard defaultValue(of: column) != nil else { return nil }
    }
    let definition = table.definition(in: self)
    var reference = ""
    if let number = table.relations.firstIndex(where: { $0.columns.contains(index) }) {
      guard table.relations[number].columns.count == 1, column.isNullable else { return nil }
      if case .value? = column.defaultValue { return nil }
      reference = " " + definition.references(number)
    }
    return "ALTER TABLE \(identifier(table.name)) ADD COLUMN \(definition.column(index))\(reference);"
  }
}

/// The affinity that SQLite gives to a column of a declared type.
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
