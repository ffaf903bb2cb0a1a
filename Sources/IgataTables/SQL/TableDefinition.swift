/// The statements that create a table and its indexes in one dialect of SQL.
///
/// - `CREATE TABLE name (`, then a line for each column and each constraint, then `)` and the dialect's options.
/// - A column is its name, type, `NOT NULL` and `DEFAULT`.
/// - The constraints are the primary key, unique constraints, checks and a foreign key for each to-one relation. A
///   unique constraint that has a condition, a function or a descending column is a unique index instead.
/// - The schema's indexes follow, then `<table>_<columns>_idx` for each foreign key whose columns do not begin the
///   primary key, a unique constraint or an index before it. Conditional ones don't count, nor those with a
///   method other than `hash`.
///
/// What the dialect can't express is left out, and named in comments before the table.
public struct TableDefinition: Sendable {
  /// The table, with the indexes that the dialect can express.
  public let table: Table
  public let dialect: any SQLDialect
  /// The tables that the relations lead to, in their order.
  public let targets: [Table]
  /// The unique indexes that are not unique here, as the dialect can't express their conditions.
  public let omittedUniques: [IndexDescription]

  public init(_ table: Table, targets: [Table], _ dialect: any SQLDialect) {
    var omittedUniques: [IndexDescription] = []
    self.table = table.withConditions(of: dialect, omittedUniques: &omittedUniques).withMethods(of: dialect)
    self.targets = targets
    self.dialect = dialect
    self.omittedUniques = omittedUniques
  }

  /// All statements for a table whose relations lead to tables that exist, the table's first.
  public var statements: [String] { [createTable()] + createIndexes + comments }

  /// The statement that creates the table.
  ///
  /// - Parameter isLater: Whether a table is created after it, so that the foreign key to it is added then; see
  ///   ``laterForeignKeys(where:)``. A dialect that can't add one has it here all the same.
  public func createTable(without isLater: (Table) -> Bool = { _ in false }) -> String {
    let constraints = constraints(without: isLater)
    let storesComments = storesComments
    var text = UTF8Text(capacity: 64 * (table.columns.count + constraints.count + 1))
    append(table.documentation, indent: "", to: &text)
    append(omissions, indent: "", to: &text)
    text += "CREATE TABLE "
    text += dialect.identifier(table.name)
    text += " ("
    let generatedKey = table.generatedKeyColumn
    for index in table.columns.indices {
      text += index == 0 ? "\n" : ",\n"
      if !storesComments { append(table.columns[index].documentation, indent: "  ", to: &text) }
      text += "  "
      append(column: index, isGenerated: index == generatedKey, to: &text)
    }
    for (index, constraint) in constraints.enumerated() {
      text += index == 0 && table.columns.isEmpty ? "\n  " : ",\n  "
      text += constraint
    }
    text += "\n)"
    text += dialect.options(of: table)
    text += ";"
    return text.string
  }

  /// The statement that creates the table unless there is one with its name.
  public var createTableIfMissing: String {
    createTable().replacing("CREATE TABLE ", with: "CREATE TABLE IF NOT EXISTS ", maxReplacements: 1)
  }

  /// The statements that add the foreign keys that ``createTable(without:)`` leaves out.
  public func laterForeignKeys(where isLater: (Table) -> Bool) -> [String] {
    guard dialect.addsForeignKeys else { return [] }
    return foreignKeys.filter { isLater(targets[$0]) }.map(addForeignKey)
  }

  /// The statement that adds the foreign key of a relation.
  public func addForeignKey(_ relation: Int) -> String { add(foreignKey(relation)) }

  /// The statement that adds a constraint.
  public func add(_ constraint: String) -> String {
    "ALTER TABLE \(dialect.identifier(table.name)) ADD \(constraint);"
  }

  /// The statements that create the indexes.
  public var createIndexes: [String] { indexes.map { createIndex($0.index, isUnique: $0.isUnique) } }

  public func createIndex(_ index: IndexDescription, isUnique: Bool) -> String {
    var text = UTF8Text(capacity: 128)
    text += isUnique ? "CREATE UNIQUE INDEX " : "CREATE INDEX "
    text += dialect.identifier(index.name)
    text += " ON "
    text += dialect.identifier(table.name)
    if let method = index.method { text += " USING " + words(of: method) }
    text += " ("
    for (number, part) in index.parts.enumerated() {
      if number > 0 { text += ", " }
      let name = dialect.identifier(table.columns[part.column].name)
      text += part.function?.text(of: name) ?? name
      if part.isDescending { text += " DESC" }
    }
    text += ")"
    if let condition = index.condition, let sql = dialect.sql(condition, of: table.columns) {
      text += " WHERE \(sql)"
    }
    text += ";"
    return text.string
  }

  /// A method as it is written in SQL: those that no schema can misspell need no quotes.
  private func words(of method: String) -> String {
    IndexMethod(rawValue: method)?.rawValue ?? dialect.identifier(method)
  }

  /// The statements that store documentation in the database.
  public var comments: [String] {
    var result = comment(table.documentation, on: nil)
    for column in table.columns where !column.documentation.isEmpty {
      result += comment(column.documentation, on: column)
    }
    return result
  }

  private func comment(_ lines: [String], on column: ColumnDescription?) -> [String] {
    guard !lines.isEmpty else { return [] }
    return dialect.comment(lines.joined(separator: "\n"), on: table, column: column).map { [$0] } ?? []
  }

  /// Whether the documentation of columns is stored by statements; otherwise the definition has it.
  private var storesComments: Bool { dialect.comment("", on: table, column: nil) != nil }

  /// The rules of the schema that the definition does not enforce, as lines of a comment.
  private var omissions: [String] {
    var lines = omittedUniques.map { "'\($0.name)' is not unique here: WHERE \(words(of: $0.condition))" }
    for index in table.columns.indices where !hasChecks(index) {
      let column = table.columns[index]
      lines += dialect.checks(of: column).map { "'\(column.name)' has no check here: \($0.rule)" }
    }
    lines += table.checks.filter { constraint(of: $0) == nil }.map {
      "'\($0.name)' has no check here: \(table.text(of: $0.condition))"
    }
    return lines.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
  }

  private func words(of condition: IndexCondition?) -> String {
    switch condition {
    case nil: ""
    case .sql(let sql): sql
    case .checked(let condition): dialect.sql(condition, of: table.columns) ?? table.text(of: condition)
    }
  }

  private func append(_ documentation: [String], indent: String, to text: inout UTF8Text) {
    for line in documentation { text += indent + (line.isEmpty ? "--" : "-- " + line) + "\n" }
  }

  // MARK: Columns

  /// The definition of a column: `"name" TEXT NOT NULL DEFAULT ''`.
  public func column(_ index: Int) -> String {
    var text = UTF8Text()
    append(column: index, isGenerated: index == table.generatedKeyColumn, to: &text)
    return text.string
  }

  private func append(column index: Int, isGenerated: Bool, to text: inout UTF8Text) {
    let column = table.columns[index]
    let name = dialect.identifier(column.name)
    text += name
    text += " "
    text += dialect.typeName(ofColumn: index, in: table)
    if isGenerated {
      text += dialect.generatedKey
      return
    }
    if !column.isNullable { text += " NOT NULL" }
    if let value = dialect.defaultValue(of: column) {
      text += " DEFAULT "
      text += value
    }
    guard !dialect.namesConstraints, hasChecks(index) else { return }
    for check in dialect.checks(of: column, named: name) {
      text += " CHECK ("
      text += check.expression
      text += ")"
    }
  }

  // MARK: Constraints

  private func constraints(without isLater: (Table) -> Bool) -> [String] {
    var result: [String] = []
    if table.generatedKeyColumn == nil || !dialect.generatedKeyIsPrimaryKey {
      result.append(key("PRIMARY KEY ", named(primaryKeyName), table.primaryKey))
    }
    for unique in table.uniques where unique.isConstraint {
      result.append(key("UNIQUE ", "CONSTRAINT \(dialect.identifier(unique.name)) ", unique.columns))
    }
    if dialect.namesConstraints { result += table.columns.indices.flatMap(checkConstraints) }
    result += table.checks.compactMap(constraint)
    for relation in foreignKeys where !dialect.addsForeignKeys || !isLater(targets[relation]) {
      result.append(foreignKey(relation))
    }
    return result
  }

  /// The checks of a column as constraints of the table.
  public func checkConstraints(of index: Int) -> [String] {
    guard hasChecks(index) else { return [] }
    let column = table.columns[index]
    return dialect.checks(of: column).map { "\(named(checkName($0, column)))CHECK (\($0.expression))" }
  }

  /// A check of the schema: `CONSTRAINT "name" CHECK (…)`; `nil` if the dialect can't express it. It has its name in
  /// every dialect, so that the error of a row that it refuses tells which one that was.
  public func constraint(of check: TableCheck) -> String? {
    guard check.condition.columns.allSatisfy(hasChecks) else { return nil }
    return dialect.sql(check.condition, of: table.columns).map {
      "CONSTRAINT \(dialect.identifier(check.name)) CHECK (\($0))"
    }
  }

  private func hasChecks(_ column: Int) -> Bool { dialect.checksNullifiedColumns || !isNullified(column) }

  /// Whether a foreign key sets the column to null.
  private func isNullified(_ column: Int) -> Bool {
    foreignKeys.contains {
      let kind = table.relations[$0].kind
      return kind.deleteRule == .nullify && kind.columns.contains(column)
    }
  }

  public var primaryKeyName: String { table.keyName }

  public func checkName(_ check: ColumnCheck, _ column: ColumnDescription) -> String {
    "\(table.name)_\(column.name)_\(check.kind.rawValue)"
  }

  /// The name of a relation's foreign key: `<table>_<columns>_fkey`, with a number if a relation before it has the same
  /// columns, as only relations by the columns of other fields can.
  public func foreignKeyName(of relation: Int) -> String {
    let columns = table.relations[relation].kind.columns
    let earlier = table.relations[..<relation].count { $0.kind.columns == columns }
    return ([table.name] + table.names(columns) + ["fkey"]).joined(separator: "_") + (earlier > 0 ? "\(earlier)" : "")
  }

  private func named(_ name: @autoclosure () -> String) -> String {
    dialect.namesConstraints ? "CONSTRAINT \(dialect.identifier(name())) " : ""
  }

  /// A key of the table: `CONSTRAINT "name" UNIQUE ("column")`.
  private func key(_ keyword: String, _ name: String, _ columns: [Int]) -> String {
    var text = UTF8Text(capacity: 64)
    text += name
    text += keyword
    append(columns, of: table.columns, to: &text)
    return text.string
  }

  /// The relations that have a foreign key here.
  private var foreignKeys: [Int] {
    table.relations.indices.filter {
      let kind = table.relations[$0].kind
      return targets.indices.contains($0) && !kind.columns.isEmpty && kind.deleteRule != .unconstrained
    }
  }

  /// The foreign key of a relation.
  public func foreignKey(_ relation: Int) -> String {
    let columns = table.relations[relation].kind.columns
    return foreignKey(relation, from: columns, to: table.relations[relation].referencedColumns(of: targets[relation]))
  }

  /// The foreign key of a relation, with other columns than the relation's and the target's key.
  public func foreignKey(_ relation: Int, from columns: [Int], to targetColumns: [Int]) -> String {
    var text = UTF8Text(capacity: 128)
    text += named(foreignKeyName(of: relation))
    text += "FOREIGN KEY "
    append(columns, of: table.columns, to: &text)
    text += " "
    appendReferences(of: relation, to: targetColumns, &text)
    return text.string
  }

  /// The target of a relation's foreign key, and its delete rule: `REFERENCES "people" ("id") ON DELETE CASCADE`.
  public func references(_ relation: Int) -> String {
    var text = UTF8Text(capacity: 128)
    appendReferences(of: relation, to: table.relations[relation].referencedColumns(of: targets[relation]), &text)
    return text.string
  }

  private func appendReferences(of relation: Int, to targetColumns: [Int], _ text: inout UTF8Text) {
    text += "REFERENCES "
    text += dialect.identifier(targets[relation].name)
    text += " "
    append(targetColumns, of: targets[relation].columns, to: &text)
    text += " "
    // The delete rule is last, as it may defer the constraint.
    if let rule = table.relations[relation].updateRule { text += "ON UPDATE \(rule.sql) " }
    text += dialect.clause(for: table.relations[relation].kind.deleteRule ?? .noAction)
  }

  /// Appends the names of some columns in parentheses.
  private func append(_ indexes: [Int], of columns: [ColumnDescription], to text: inout UTF8Text) {
    text += "("
    for (number, index) in indexes.enumerated() {
      if number > 0 { text += ", " }
      text += dialect.identifier(columns[index].name)
    }
    text += ")"
  }

  // MARK: Indexes

  /// Everything that is an index of its own, and whether it is unique.
  public var indexes: [(index: IndexDescription, isUnique: Bool)] {
    var result = table.uniques.filter { !$0.isConstraint }.map { (index: $0, isUnique: true) }
    result += table.indexes.map { (index: $0, isUnique: false) }
    var covered = [table.primaryKey] + (table.uniques + table.indexes).map(\.searchableColumns)
    for columns in table.relations.map(\.kind.columns) where !columns.isEmpty {
      guard !covered.contains(where: { $0.starts(with: columns) }) else { continue }
      covered.append(columns)
      result.append((index: table.index(on: columns), isUnique: false))
    }
    return result
  }
}

extension Table {
  /// An index that is named after its columns.
  public func index(on columns: [Int]) -> IndexDescription {
    var text = UTF8Text(capacity: 64)
    text += name
    for column in columns {
      text += "_"
      text += self.columns[column].name
    }
    text += "_idx"
    return IndexDescription(text.string, columns)
  }
}

extension IndexDescription {
  /// Whether a unique constraint can be part of the table's definition.
  public var isConstraint: Bool { condition == nil && isOfValues && !parts.contains(where: \.isDescending) }
}
