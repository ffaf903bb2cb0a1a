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

  /// SQLite can't add a part of a key, a column for which rows would have no value or whose default is an expression,
  /// or a foreign key of several columns.
  public func addColumn(_ index: Int, to table: TableDescription) -> String? {
    let column = table.columns[index]
    guard !table.primaryKey.contains(index), column.defaultValue?.isMadeByDatabase != true else { return nil }
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

  /// SQLite can't change a key: the table is created again. The rows are kept in a temporary table meanwhile, as the
  /// table can't be renamed if a view selects from it.
  public func changeKey(of join: PositionKeyedTable) -> String? {
    guard join.found.columns.count == join.table.columns.count, let otherIndexes = otherIndexes(of: join) else {
      return nil
    }
    let (name, rows) = (identifier(join.table.name), "temp.igata_list")
    let columns = identifiers(join.table.columns.map(\.name))
    let selected = join.table.columns.indices.map { column in
      column == join.position
        ? "min(\(join.positionName)) AS \(join.positionName)" : identifier(join.table.columns[column].name)
    }
    let statements =
      [
        "BEGIN IMMEDIATE;",
        "CREATE TABLE \(rows) AS SELECT \(selected.joined(separator: ", ")) FROM \(name) "
          + "GROUP BY \(join.keyNames.joined(separator: ", "));",
        "DROP TABLE \(name);", join.definition.createTable(),
        "INSERT INTO \(name) (\(columns)) SELECT \(columns) FROM \(rows);", "DROP TABLE \(rows);",
      ] + join.definition.createIndexes + otherIndexes + ["COMMIT;"]
    return statements.joined(separator: "\n")
  }

  /// The statements that create the table's indexes that the schema doesn't have, which are dropped with the table;
  /// `nil` if the catalog doesn't describe one completely.
  private func otherIndexes(of join: PositionKeyedTable) -> [String]? {
    let known = Set(join.definition.indexes.map { canonicalName($0.index.name) })
    var statements: [String] = []
    for index in join.found.indexes where !known.contains(canonicalName(index.name)) {
      // Indexes of constraints have such a name.
      if index.name.hasPrefix("sqlite_autoindex_") { continue }
      let parts = index.parts.map { part in
        join.table.columns.firstIndex { canonicalName($0.name) == canonicalName(part.column) }
          .map { IndexDescription.Part($0, part.function, isDescending: part.isDescending) }
      }
      guard !index.isPartial, !parts.contains(nil) else { return nil }
      var description = IndexDescription(index.name, [])
      description.parts = parts.compactMap(\.self)
      statements.append(join.definition.createIndex(description, isUnique: index.isUnique))
    }
    return statements
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

@_spi(Backend) extension SQLiteDialect {
  /// SQLite has few types, so that every column is checked.
  public func evidence(of column: ColumnDescription) -> ColumnEvidence? {
    let name = identifier(column.name)
    let isNull = column.isNullable ? "" : "\(name) IS NULL OR "
    let wrong = "\(isNull)\(name) IS NOT NULL AND (\(wrongValue(name, column.type)))"
    let number = "CASE WHEN typeof(\(name)) = 'integer' AND \(name) <> 0 THEN \(name) END"
    return ColumnEvidence(
      wrongValue: wrong, kind: "typeof(\(name))", number: column.type.storage == .date ? number : nil)
  }

  private func wrongValue(_ name: String, _ type: ColumnType) -> String {
    let isOther = { (storage: StorageClass) in "typeof(\(name)) <> '\(storage.rawValue.lowercased())'" }
    switch type {
    case .integerEnum(let values, _, false):
      return "\(name) NOT IN (\(values.map(String.init).joined(separator: ", ")))"
    case .stringEnum(let values, false):
      return "\(isOther(.text)) OR \(name) NOT IN (\(values.map { literal($0) }.joined(separator: ", ")))"
    case .scalar(let scalar):
      if let bounds = scalar.bounds {
        return "\(isOther(type.storageClass)) OR \(name) NOT BETWEEN \(bounds.lowerBound) AND \(bounds.upperBound)"
      }
    case .stringEnum, .integerEnum, .list: break
    }
    switch type.storage {
    case .bool: return "\(name) NOT IN (0, 1)"
    case .real: return "\(isOther(.real)) AND \(isOther(.integer))"
    case .decimal: return "\(isOther(.text)) OR \(name) GLOB '*[^-+.0-9eE]*'"
    case .json: return "\(isOther(.text)) OR NOT json_valid(\(name))"
    case .list: return "\(isOther(.text)) OR NOT json_valid(\(name)) OR json_type(\(name)) <> 'array'"
    case .uuid: return "\(isOther(.blob)) OR length(\(name)) <> 16"
    case .integer, .date, .text, .data: return isOther(type.storageClass)
    }
  }
}

#endif
