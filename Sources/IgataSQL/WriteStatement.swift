@_spi(Backend) public import IgataRuntime

/// The statement that writes one row of a table, whose columns are the parameters.
@_spi(Backend) public struct WriteStatement: Sendable {
  /// What is written.
  public let write: RowWrite
  /// The dialect of the SQL.
  public let dialect: any QueryDialect
  /// The columns that tell rows apart in the database. They never change.
  public let key: [Int]
  /// The columns that are not as `prepare` creates them.
  private let adapted: [Int: AdaptedColumn]

  /// A statement for the rows of a write.
  ///
  /// - Parameters:
  ///   - key: The columns that tell rows apart in the database; those of the schema's key if it is `nil`.
  ///   - adapted: The columns that are not as `prepare` creates them.
  public init(
    _ write: RowWrite, _ dialect: any QueryDialect, key: [Int]? = nil, adapted: [Int: AdaptedColumn] = [:]
  ) {
    self.adapted = adapted
    self.write = write
    self.dialect = dialect
    self.key = key ?? write.table.primaryKey
  }

  /// The table of the rows.
  public var table: TableDescription { write.table }

  /// The statement. Where parameters have numbers, a column's is its index and 1, whatever the kind.
  public var sql: String {
    let parameters = insertedColumns.map(written).joined(separator: ", ")
    switch write.kind {
    case .insert: return "\(insertion) VALUES (\(parameters))"
    case .save, .insertMissing:
      return "\(insertion) VALUES (\(parameters))\(dialect.conflictClause(of: self))"
    case .update: return update
    }
  }

  /// The column that each parameter is bound to, in the order of the text: for engines whose parameters have no
  /// numbers.
  public var parameters: [Int] {
    guard write.kind == .update else { return insertedColumns }
    return updatedColumns + key + (versionCondition == nil ? [] : [table.versionColumn].compactMap(\.self))
  }

  /// `INSERT INTO` the table, with the columns of a row that is inserted.
  public var insertion: String {
    let counting = adapted.values.contains(where: \.isAlwaysCounted) ? " OVERRIDING SYSTEM VALUE" : ""
    return "INSERT INTO \(tableName) (\(insertedNames))\(counting)"
  }

  /// The statement that finds out whether a row with a key is there. The key's columns are the parameters.
  public var presence: String {
    let conditions = table.primaryKey.enumerated().map { number, column in
      "\(name(of: column)) = \(stored(dialect.parameter(number + 1), in: column))"
    }
    return "SELECT 1 FROM \(tableName) WHERE \(conditions.joined(separator: " AND "))"
  }

  private var update: String {
    let assignments = updatedColumns.map { dialect.assignment(of: $0, written($0), in: self) }
    let conditions = key.map { "\(name(of: $0)) = \(written($0))" } + [versionCondition].compactMap(\.self)
    return "UPDATE \(tableName) SET \(assignments.joined(separator: ", ")) "
      + "WHERE \(conditions.joined(separator: " AND "))"
  }

  private var versionCondition: String? {
    write.columns == [] ? nil : table.versionColumn.flatMap { dialect.versionCondition(name(of: $0), parameter($0)) }
  }

  /// What an update sets: the key, to what it is, if there is nothing else.
  private var updatedColumns: [Int] { otherColumns.isEmpty ? table.primaryKey : otherColumns }

  /// The columns of a row that is inserted: all for which the row has a value.
  private var insertedColumns: [Int] {
    table.columns.indices.filter { !isOmitted($0) }
  }

  private func parameter(_ column: Int) -> String { dialect.parameter(column + 1) }

  /// The value of a parameter as it is stored.
  private func written(_ column: Int) -> String { stored(parameter(column), in: column) }

  /// A value as it is stored in a column.
  public func stored(_ value: String, in column: Int) -> String { AdaptedColumn.sql(adapted[column]?.written, value) }

  // MARK: Names

  /// The table, as a SQL identifier.
  public var tableName: String { dialect.identifier(table.name) }

  /// The columns of a row that is inserted, as SQL identifiers.
  public var insertedNames: String { dialect.identifiers(insertedColumns.map { table.columns[$0].name }) }

  /// The same columns of another table, as they are stored in this one.
  public var storedValues: String {
    insertedColumns.map { stored(name(of: $0), in: $0) }.joined(separator: ", ")
  }

  /// Whether a row that is inserted gets the column's default, and one that is there gets null.
  public func isOmitted(_ column: Int) -> Bool { write.omitted.contains(column) }

  /// The columns, as SQL identifiers.
  public var columnNames: String { dialect.identifiers(table.columns.map(\.name)) }

  /// The columns of ``key``, as SQL identifiers.
  public var keyNames: String { dialect.identifiers(key.map { table.columns[$0].name }) }

  /// The columns in which a row that is there gets new values. They are not of the key.
  public var otherColumns: [Int] {
    if write.kind == .insertMissing { return [] }
    let columns = write.columns ?? Array(table.columns.indices)
    return columns.filter { !key.contains($0) && !table.primaryKey.contains($0) }
  }

  /// A column, as a SQL identifier.
  public func name(of column: Int) -> String { dialect.identifier(table.columns[column].name) }
}

@_spi(Backend) extension QueryDialect {
  public func conflictClause(of statement: WriteStatement) -> String {
    let others = statement.otherColumns
    guard !others.isEmpty else { return " ON CONFLICT (\(statement.keyNames)) DO NOTHING" }
    let assignments = others.map {
      assignment(of: $0, statement.isOmitted($0) ? "NULL" : "excluded.\(statement.name(of: $0))", in: statement)
    }
    let condition = statement.table.versionColumn.map(statement.name(of:)).flatMap {
      versionCondition("\(statement.tableName).\($0)", "excluded.\($0)")
    }
    return " ON CONFLICT (\(statement.keyNames)) DO UPDATE SET \(assignments.joined(separator: ", "))"
      + (condition.map { " WHERE \($0)" } ?? "")
  }

  public func assignment(of column: Int, _ value: String, in statement: WriteStatement) -> String {
    "\(statement.name(of: column)) = \(value)"
  }

  public func versionCondition(_ name: String, _ value: String) -> String? { "\(name) = \(value) - 1" }
}
