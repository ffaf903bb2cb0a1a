import IgataSchema
import IgataTables

extension Proposals {
  /// The values that a field can have by default.
  mutating func completeDefault(of field: WrittenField) {
    if field.isOptional, !field.isList { add("nil", .value, detail: "no value", rank: 1) }
    if field.isList {
      if field.model == nil { add("[]", .value, detail: "an empty list") }
      return
    }
    switch field.type {
    case .scalar?, .declared(.newtype)?: completeScalarDefault(of: field)
    case .declared(.structure(let index))?: completeConstruction(of: .structure(index))
    case .declared(.model(let index))?: if !field.isOptional { completeConstruction(of: .model(index)) }
    case .declared(.enumeration)?: completeCases(of: field.type, hasDot: false)
    case .declared, nil: break
    }
  }

  private mutating func completeScalarDefault(of field: WrittenField) {
    guard let scalar = field.scalar(in: snapshot.schema) else { return }
    switch scalar {
    case .bool:
      add("true", .value)
      add("false", .value)
    case .uuid: addGenerated()
    case .string:
      add("\"\"", .value, detail: "an empty text", snippet: "\"$1\"")
      addGenerated(rank: 1)
      add("cuid()", .function, detail: "a text of 25 characters, made as Prisma does", rank: 1)
      add("ulid()", .function, detail: "a text of 26 characters, in the order of time", rank: 1)
    case .date: add("now()", .function, detail: "the time at which the value is made")
    case .day: add("\"\"", .value, detail: "a day: \"2024-05-27\"", snippet: "\"$1\"")
    case .json:
      add("{}", .value, detail: "an empty object")
      add("[]", .value, detail: "an empty list")
    case .int, .int32, .int64:
      add("0", .value)
      if isKey(field) { add("autoincrement()", .function, detail: "the database counts") }
    default: if scalar.isNumber { add("0", .value) }
    }
    if field.isOptional, context.declaration?.keyword == "model" {
      let detail = "the database makes the value"
      add("sql", .function, detail: detail, text: "sql(\"\")", snippet: "sql(\"${1:expression}\")", rank: 2)
    }
  }

  /// Whether the field is the key, or isn't known not to be.
  private func isKey(_ field: WrittenField) -> Bool {
    guard case .model(let index)? = owner?.declaration, snapshot.declared.models.indices.contains(index) else {
      return false
    }
    let model = snapshot.declared.models[index]
    let declared = snapshot.declared.fields(of: .model(index)).first { $0.name == field.name }
    return declared.map { $0.attribute("primaryKey") != nil || isInKey($0, model) } ?? true
  }

  private func isInKey(_ field: DeclaredField, _ model: DeclaredModel) -> Bool {
    model.constraints.contains { constraint in
      constraint.kind == .primaryKey && constraint.columns.map(\.name.text) == [field.name]
    }
  }

  private mutating func addGenerated(rank: Int = 0) {
    add("uuid()", .function, detail: "a random UUID", rank: rank)
    add("uuid7()", .function, detail: "a UUID in the order of time", rank: rank)
  }

  /// `Target()`, if it can be made from defaults alone.
  private mutating func completeConstruction(of declaration: NameUse.Declaration) {
    guard snapshot.fields(of: declaration).allSatisfy({ !$0.isRequired }) else { return }
    let name = snapshot.schema.name(of: declaration)
    add("\(name)()", .function, detail: "made from its defaults")
  }

  /// The cases of an enum.
  ///
  /// - Parameter hasDot: Whether the dot before the name is there already.
  mutating func completeCases(of type: WrittenField.TypeName?, hasDot: Bool) {
    guard case .declared(.enumeration(let index))? = type else { return }
    for (position, item) in snapshot.schema.enums[index].cases.enumerated() {
      let lines = item.origin.documentation
      add(
        hasDot ? item.name : ".\(item.name)", .enumCase, detail: item.rawText,
        documentation: lines.isEmpty ? nil : lines.joined(separator: "\n"), isDeprecated: item.deprecation != nil,
        rank: position)
    }
  }
}

extension DeclaredField {
  /// Whether its owner can't be made without a value for it.
  var isRequired: Bool {
    guard field.defaultValue == nil else { return false }
    return switch kind {
    case .value(_, let isOptional), .embedded(_, let isOptional): !isOptional
    case .list: true
    case .toOne(_, let kind, _): kind == .required
    case .inverse, .ordered: false
    }
  }
}

extension EnumType.Case {
  /// The raw value as the schema language writes it.
  var rawText: String {
    switch rawValue {
    case .string(let text): "\"\(text)\""
    case .integer(let number): "\(number)"
    }
  }
}
