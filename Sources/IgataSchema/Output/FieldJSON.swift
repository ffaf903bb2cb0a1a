import IgataDiagnostics

extension JSONBuilder {
  mutating func write(_ field: Field, isInKey: Bool, _ schema: Schema, _ positions: SourcePositions) {
    object { writer in
      writer.write(field.name, field.origin, positions)
      writer.key("constant", field.isConstant)
      writer.key("inKey", isInKey)
      writer.writeKind(of: field, schema)
      writer.key("columnName", field.columnName)
      writer.writeDefault(of: field, schema)
      writer.key("constraints") { $0.write(field.constraints) }
      for (flag, name) in FieldFlags.named { writer.key(name, field.flags.contains(flag)) }
      writer.key("renamedFrom", field.renamedFrom?.text)
      writer.write(field.backfill, of: schema.storedType(of: field), schema)
      writer.key("stored", field.storedForm?.text)
      writer.key("deprecated", field.deprecation)
      writer.key("allows", list: field.allowedRules)
    }
  }

  private mutating func writeKind(of field: Field, _ schema: Schema) {
    var isOptional = false
    var relation: ((inout JSONBuilder) -> Void)?
    switch field.kind {
    case .value(let type, let optional):
      key("kind", "value")
      key("type") { $0.write(type, schema) }
      isOptional = optional
    case .list(let type):
      key("kind", "list")
      key("type") { $0.write(type, schema) }
    case .embedded(let index, let optional):
      key("kind", "embedded")
      writeNamedType("struct", schema.structs[index].name)
      isOptional = optional
    case .toOne(let target, let kind, let rule):
      key("kind", "toOne")
      writeNamedType("model", schema.models[target].name)
      isOptional = kind == .optional
      relation = { writer in
        writer.key("form", kind.name)
        writer.key("onDelete", rule.rawValue)
        writer.writeKey(of: field, schema)
      }
    case .inverse(let target, of: let inverse, let isSingle):
      key("kind", isSingle ? "inverse" : "toMany")
      isOptional = isSingle
      writeNamedType("model", schema.models[target].name)
      relation = { $0.key("inverse", schema.models[target].fields[inverse].name) }
    case .ordered(let target):
      key("kind", "ordered")
      writeNamedType("model", schema.models[target].name)
    }
    key("optional", isOptional)
    if let relation { key("relation", object: relation) } else { key("relation", String?.none) }
  }

  private mutating func writeNamedType(_ kind: String, _ name: String) {
    key("type") { writer in
      writer.key("kind", kind)
      writer.key("name", name)
    }
  }

  private mutating func writeDefault(of field: Field, _ schema: Schema) {
    guard let value = field.defaultValue else { return key("default", String?.none) }
    key("default") { $0.write(value, of: schema.storedType(of: field), schema) }
  }

  /// The key `backfill` of a field, a type or an enum.
  mutating func write(_ backfill: Backfill?, of type: ValueType?, _ schema: Schema) {
    guard let kind = backfill?.kind else { return key("backfill", String?.none) }
    key("backfill") { writer in
      switch kind {
      case .value(let value):
        writer.key("kind", "value")
        writer.key("value") { $0.write(value, of: type, schema) }
      case .rounded: writer.key("kind", "rounded")
      case .truncated: writer.key("kind", "truncated")
      case .clamped: writer.key("kind", "clamped")
      case .sql(let sqlite, let postgresql):
        writer.key("kind", "sql")
        writer.key("sqlite", sqlite?.text)
        writer.key("postgresql", postgresql?.text)
      case .swift(let function, let arguments):
        writer.key("kind", "swift")
        writer.key("function", function)
        writer.key("arguments", list: arguments.map { $0.path.joined(separator: ".") })
      case .none: writer.key("kind", "none")
      }
    }
  }

  private mutating func write(_ value: DefaultValue, of type: ValueType?, _ schema: Schema) {
    switch value {
    case .boolean(let flag):
      key("kind", "boolean")
      key("value", flag)
    case .integer(let number): write("integer", String(number))
    case .decimal(let text): write("decimal", text)
    case .string(let text): write("string", text)
    case .enumCase(let index):
      write("case", schema.caseName(index, of: type))
      key("rawValue", schema.rawValue(index, of: type))
    case .list(let values):
      key("kind", "list")
      key("value", list: values) { writer, element in
        writer.object { $0.write(element, of: type, schema) }
      }
    case .json(let text): write("json", text)
    case .sql(let text): write("sql", text)
    case .uuid: key("kind", "uuid")
    case .uuid7: key("kind", "uuid7")
    case .cuid: key("kind", "cuid")
    case .ulid: key("kind", "ulid")
    case .now: key("kind", "now")
    case .autoincrement: key("kind", "autoincrement")
    case .nil: key("kind", "nil")
    case .construct: key("kind", "construct")
    }
  }

  private mutating func write(_ kind: String, _ value: String?) {
    key("kind", kind)
    key("value", value)
  }
}
