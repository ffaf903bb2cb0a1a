import IgataDiagnostics
import IgataTables

/// The schema as an outline, with one line for each declaration, field, column, key and index. The outline is
/// deterministic.
public func printSchema(_ schema: Schema) -> String {
  var printer = SchemaPrinter(schema: schema)
  for index in schema.enums.indices { printer.print(enumeration: index) }
  for type in schema.newtypes { printer.print(type) }
  for type in schema.structs { printer.print(type) }
  for model in schema.models { printer.print(model) }
  printer.print(reserved: schema.reservedModels, 0)
  return printer.text
}

private struct SchemaPrinter {
  let schema: Schema
  var text = ""

  private mutating func line(_ depth: Int, _ words: String?...) {
    text += String(repeating: "  ", count: depth) + words.compactMap(\.self).joined(separator: " ") + "\n"
  }

  private mutating func document(_ origin: Origin, _ depth: Int) {
    for entry in origin.documentation { line(depth, "///", entry.isEmpty ? nil : entry) }
  }

  mutating func print(enumeration index: Int) {
    let type = schema.enums[index]
    document(type.origin, 0)
    line(
      0, "enum \(type.name): \(type.rawType.name)", backfill(type.backfill, of: .enumeration(index)),
      deprecated(type.deprecation), allowed(type.allowedRules))
    for item in type.cases {
      document(item.origin, 1)
      let value =
        switch item.rawValue {
        case .string(let text): JSONText.quoted(text)
        case .integer(let number): String(number)
        }
      line(
        1, "case \(item.name) = \(value)", item.isUnknown ? "unknown" : nil, renamed(item.renamedFrom),
        deprecated(item.deprecation))
    }
    print(reserved: type.reservedNames, 1)
  }

  mutating func print(_ type: Newtype) {
    document(type.origin, 0)
    line(
      0, "type \(type.name) = \(type.base.text)", words(type.constraints), type.swiftType.map(words),
      backfill(type.backfill, of: nil), deprecated(type.deprecation), allowed(type.allowedRules))
  }

  private func words(_ type: SwiftTypeName) -> String {
    "swift \(JSONText.quoted(type.text))" + (type.moduleText.map { " import \(JSONText.quoted($0))" } ?? "")
  }

  mutating func print(_ type: StructType) {
    document(type.origin, 0)
    line(0, "struct \(type.name)", deprecated(type.deprecation))
    for field in type.fields { print(field, 1) }
    print(reserved: type.reservedNames, 1)
  }

  mutating func print(_ model: Model) {
    document(model.origin, 0)
    line(
      0, "model \(model.name) table \(JSONText.quoted(model.table))", renamed([model.renamedFrom].compactMap(\.self)),
      deprecated(model.deprecation), allowed(model.allowedRules))
    for field in model.fields { print(field, 1) }
    switch model.distribution?.kind {
    case .reference: line(1, "reference")
    case .field(let field): line(1, "distributed by \(model.fields[field].name)")
    case nil: break
    }
    print(reserved: model.reservedNames, 1)
    for column in model.columns { print(column, of: model) }
    let key = model.primaryKey.map { model.columns[$0].name }.joined(separator: ", ")
    line(1, "key (\(key))", model.primaryKeyName.map(JSONText.quoted))
    for constraint in model.uniques { print("unique", constraint, of: model) }
    for constraint in model.indexes { print("index", constraint, of: model) }
    for check in model.checks { line(1, "check", JSONText.quoted(check.name), "(\(check.condition.text))") }
    for key in model.foreignKeys { print(key, of: model) }
    for join in model.joinTables { print(join, of: model) }
  }

  mutating func print(reserved names: [ReservedName], _ depth: Int) {
    if !names.isEmpty { line(depth, "reserved", names.map(\.name).joined(separator: ", ")) }
  }

  private mutating func print(_ field: Field, _ depth: Int) {
    document(field.origin, depth)
    line(
      depth, field.isConstant ? "let" : "field", "\(field.name): \(schema.typeName(of: field))", kind(of: field),
      field.defaultValue.map { "= " + value($0, of: field) }, words(field.constraints),
      words(field.flags), renamed([field.renamedFrom].compactMap(\.self)),
      backfill(field.backfill, of: schema.storedType(of: field)), deprecated(field.deprecation),
      allowed(field.allowedRules))
  }

  private func words(_ flags: FieldFlags) -> String? {
    let names = FieldFlags.named.filter { flags.contains($0.flag) }.map(\.name)
    return names.isEmpty ? nil : names.joined(separator: " ")
  }

  private func kind(of field: Field) -> String? {
    switch field.kind {
    case .value, .list: nil
    case .embedded: "embedded"
    case .toOne(_, let kind, let rule): "\(kind.name) onDelete(\(rule.rawValue))"
    case .inverse(let target, of: let inverse, _): "inverse \(schema.models[target].fields[inverse].name)"
    case .ordered: "ordered"
    }
  }

  private func value(_ value: DefaultValue, of field: Field) -> String {
    value == .construct ? "\(schema.typeName(of: field))()" : self.value(value, of: schema.storedType(of: field))
  }

  private func value(_ value: DefaultValue, of type: ValueType?) -> String {
    switch value {
    case .boolean(let flag): String(flag)
    case .integer(let number): String(number)
    case .decimal(let text): text
    case .string(let text): JSONText.quoted(text)
    case .enumCase(let index): schema.caseName(index, of: type).map { ".\($0)" } ?? ".?"
    case .list(let values): "[\(values.map { self.value($0, of: type) }.joined(separator: ", "))]"
    case .json(let text): text
    case .sql(let text): "sql(\(JSONText.quoted(text)))"
    case .uuid: "uuid()"
    case .uuid7: "uuid7()"
    case .cuid: "cuid()"
    case .ulid: "ulid()"
    case .now: "now()"
    case .autoincrement: "autoincrement()"
    case .nil: "nil"
    // Only a field has it, whose type it names.
    case .construct: ""
    }
  }

  private mutating func print(_ column: Column, of model: Model) {
    var type = schema.name(of: column.type)
    var reference: String?
    switch column.role {
    case .value: break
    case .list: type = "[\(type)]"
    case .reference(let target, let column, _):
      reference = "-> \(schema.models[target].name) \(schema.columnName(column, of: target) ?? "?")"
    }
    line(1, "column \(JSONText.quoted(column.name)) \(type)", column.isNullable ? "null" : "not null", reference)
  }

  private mutating func print(_ word: String, _ constraint: Constraint, of model: Model) {
    let parts = constraint.parts.map { part in
      let name = model.columns[part.column].name
      return (part.function?.text(of: name) ?? name) + (part.isDescending ? " desc" : "")
    }
    line(
      1, word, JSONText.quoted(constraint.name), "(\(parts.joined(separator: ", ")))",
      constraint.method.map { "using \($0)" }, constraint.condition.map(words))
  }

  private func words(_ rule: UpdateRule?) -> String? { rule.map { "onUpdate(\($0.rawValue))" } }

  private func words(_ condition: ConstraintCondition) -> String {
    switch condition {
    case .sql(let sql): "where \(JSONText.quoted(sql))"
    case .checked(let condition): "where (\(condition.text))"
    }
  }

  private mutating func print(_ key: ForeignKey, of model: Model) {
    let columns = key.columns.map { model.columns[$0].name }.joined(separator: ", ")
    let referenced = key.references.map { schema.columnName($0, of: key.target) ?? "?" }.joined(separator: ", ")
    let references = key.isLinked ? " (\(referenced))" : ""
    line(
      1, "foreign key (\(columns)) -> \(schema.models[key.target].name)\(references)",
      "onDelete(\(key.deleteRule.rawValue))", words(key.updateRule))
  }

  private mutating func print(_ join: JoinTable, of model: Model) {
    let position = [join.positionColumn].compactMap(\.self)
    let columns = (join.ownerColumns + position + join.targetColumns).joined(separator: ", ")
    let target = schema.models[join.target].name
    line(1, "join \(JSONText.quoted(join.name)) (\(columns)) -> \(target)", words(join.updateRule))
  }

  private func words(_ constraints: ValueConstraints) -> String? {
    var words: [String] = []
    if let (low, high) = bounds(constraints.minimumLength, constraints.maximumLength) {
      words.append("length \(low)...\(high)")
    }
    if let (low, high) = bounds(constraints.minimum, constraints.maximum) {
      words.append("range \(low)\(constraints.excludesMaximum ? "..<" : "...")\(high)")
    }
    if let pattern = constraints.pattern { words.append("pattern \(JSONText.quoted(pattern))") }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private func bounds(
    _ low: (some CustomStringConvertible)?, _ high: (some CustomStringConvertible)?
  ) -> (String, String)? {
    low == nil && high == nil ? nil : (low?.description ?? "", high?.description ?? "")
  }

  private func renamed(_ names: [FormerName]) -> String? {
    names.isEmpty ? nil : "renamed from \(names.map { JSONText.quoted($0.text) }.joined(separator: ", "))"
  }

  private func backfill(_ backfill: Backfill?, of type: ValueType?) -> String? {
    guard let backfill else { return nil }
    return switch backfill.kind {
    case .value(let value): "backfill \(self.value(value, of: type))"
    case .rounded: "backfill rounded"
    case .truncated: "backfill truncated"
    case .clamped: "backfill clamped"
    case .sql(let sqlite, let postgresql) where sqlite == postgresql: words("backfill sql", sqlite)
    case .sql(let sqlite, let postgresql):
      ["backfill", words("sqlite", sqlite), words("postgresql", postgresql)].compactMap(\.self).joined(separator: " ")
    case .swift(let function, let arguments):
      "backfill swift \(function)(\(arguments.map(\.text).joined(separator: ", ")))"
    case .none: "backfill none"
    }
  }

  private func words(_ form: String, _ sql: BackfillSQL?) -> String? {
    sql.map { "\(form) \(JSONText.quoted($0.text))" }
  }

  private func deprecated(_ reason: String?) -> String? { reason.map { "deprecated \(JSONText.quoted($0))" } }

  private func allowed(_ rules: [String]) -> String? {
    rules.isEmpty ? nil : "allows \(rules.joined(separator: ", "))"
  }
}

extension Schema {
  /// The name of a case that is the default or the backfill of a field, or an element of it.
  func caseName(_ index: Int, of type: ValueType?) -> String? {
    guard case .enumeration(let type)? = type, enums[type].cases.indices.contains(index) else { return nil }
    return enums[type].cases[index].name
  }

  func rawValue(_ index: Int, of type: ValueType?) -> String? {
    guard case .enumeration(let type)? = type, enums[type].cases.indices.contains(index) else { return nil }
    return switch enums[type].cases[index].rawValue {
    case .string(let text): text
    case .integer(let number): String(number)
    }
  }

  /// The type of the value, or of its elements; for a relation, that of its target's key. `nil` if there are several
  /// columns, or none.
  public func storedType(of field: Field) -> ValueType? {
    switch field.kind {
    case .value(let type, _), .list(let type): type
    case .toOne(let target, _, _):
      models[target].primaryKey.count == 1 ? models[target].columns[models[target].primaryKey[0]].type : nil
    case .embedded, .inverse, .ordered: nil
    }
  }
}
