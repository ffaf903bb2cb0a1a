#if SQLite || canImport(SQLite3)
@_spi(Backend) public import IgataRuntime
@_spi(Backend) public import IgataSQL
public import IgataTables

/// How a table in an SQLite database is compared with one of the schema.
@_spi(Backend) extension SQLiteDialect: CatalogDialect {
  /// Lists are texts.
  public var emptyList: String { "'[]'" }

  /// JSON and lists are texts, which other programs may write with spaces.
  public func canonical(_ type: ColumnType) -> String? {
    switch type.storage {
    case .json, .list: "\(SQLiteFunction.canonicalJSON)($)"
    default: nil
    }
  }

  /// The affinity of the declared type decides; see ``Affinity``.
  public func fit(of found: FoundColumn, as column: ColumnDescription) -> ColumnFit {
    if let form = column.form { return fit(of: found, form, as: column) }
    let affinity = Affinity(of: found.type)
    let type = found.type.isEmpty ? "a column without a type" : found.type
    let storage = column.type.storage
    // A row's own number is always an integer.
    let isRowNumber = found.origin == .countedKey && storage != .integer
    // Whole numbers there are whole units, and not the smallest ones.
    let isScaled = affinity == .numeric && column.type.scale != 1
    let fit = isRowNumber || isScaled ? Affinity.Fit.refused : affinity.fit(of: storage)
    var adapted = AdaptedColumn()
    adapted.hasOtherType = !affinity.isUsual(for: column.type, found.type)
    switch fit {
    case .refused: return .refused("\(type), which \(affinity.words)", help: affinity.help)
    case .unchanged: break
    case .asIntegers: adapted.calculated = "CAST($ AS REAL)"
    case .unlessNumber:
      adapted.compared = "+$"
      adapted.written =
        "CASE WHEN $ = CAST($ AS NUMERIC) THEN \(SQLFunction.converted)(\(literal(column.name))) ELSE $ END"
    }
    if column.type.storageClass == .text, !["", "BINARY"].contains(found.collation.uppercased()) {
      if let reason = found.collationRefusal {
        return .refused("\(type) with the collation \(found.collation), which \(reason)")
      }
      adapted.compared = (adapted.compared ?? "$") + " COLLATE BINARY"
    }
    if adapted.compared != nil {
      adapted.searched = "$"
      adapted.comparison = found.collation.isEmpty ? "as a number where it looks like one" : "by \(found.collation)"
    }
    return .fits(adapted)
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

@_spi(Backend) extension SQLiteDialect {
  /// SQLite has few types, so that every column is checked.
  public func evidence(of column: ColumnDescription, in found: FoundColumn?) -> ColumnEvidence? {
    let stored = identifier(column.name)
    let isReal = found.map { Affinity(of: $0.type) == .real } ?? false
    let form = column.form.flatMap { StoredForms.templates($0, of: column.type, isReal: isReal) }
    let name = form?.value.replacing("$", with: stored) ?? stored
    // A list that is null is read as an empty one.
    let isNull = column.isNullable || column.type.isList ? "" : "\(name) IS NULL OR "
    let wrong = "\(isNull)\(name) IS NOT NULL AND (\(wrongValue(name, column.type)))"
    let number = "CASE WHEN typeof(\(name)) = 'integer' AND \(name) <> 0 THEN \(name) END"
    let hasUnknownUnit = column.type.storage == .date && column.form == nil
    // What is stored there is shown, as is said why a row can't be read.
    let shown = column.isSensitive || column.form == .day(isCompact: false) ? nil : StoredForms.refusedValue(of: name)
    let kind = form == nil ? "typeof(\(name))" : shown
    let changed = form.map { $0.written.replacing("$", with: name) }.map { written in
      "typeof(\(written)) <> typeof(\(stored)) OR \(written) IS NOT \(stored)"
    }
    return ColumnEvidence(
      wrongValue: wrong, changedValue: changed, kind: kind, number: hasUnknownUnit ? number : nil)
  }

  /// The bytes of a UUID as its text, and others in hexadecimal digits.
  public func keyText(of column: ColumnDescription) -> String {
    let name = identifier(column.name)
    let uuid = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)].map { "substr(hex(\(name)), \($0), \($1))" }
      .joined(separator: " || '-' || ")
    let isUUID = "WHEN typeof(\(name)) = 'blob' AND length(\(name)) = 16 THEN \(uuid) "
    return "CASE \(column.type.storage == .uuid ? isUUID : "")"
      + "WHEN typeof(\(name)) = 'blob' THEN hex(\(name)) ELSE CAST(\(name) AS TEXT) END"
  }

  private func wrongValue(_ name: String, _ type: ColumnType) -> String {
    let isOther = { (storage: StorageClass) in "typeof(\(name)) <> '\(storage.rawValue.lowercased())'" }
    switch type {
    case .integerEnum(let values, _, false):
      return "\(name) NOT IN (\(values.map(String.init).joined(separator: ", ")))"
    case .stringEnum(let values, false):
      let cases = values.map { literal($0) }.joined(separator: ", ")
      return "\(isOther(.text)) OR +\(name) COLLATE BINARY NOT IN (\(cases))"
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
    // The literal has a hyphen, so that no column takes it for a number.
    case .day: return "\(isOther(.text)) OR date(\(name), '0 days') IS NOT \(name) OR \(name) < '0001-'"
    case .integer, .date, .text, .data: return isOther(type.storageClass)
    }
  }
}

#endif
