@_spi(Backend) internal import IgataSQL
internal import IgataTables

extension PrismaSchema {
  /// The type of a column.
  func form(of field: PrismaField) -> ColumnForm {
    if field.isUnsupported { return .none(reason: "no type of the language holds Unsupported(\"\(field.type)\")") }
    if field.attributes.first("ignore") != nil { return .none(reason: "Prisma ignores it") }
    if let item = enums[field.type] { return form(ofEnum: item, field) }
    if let reason = others[field.type] { return .none(reason: "its type is '\(field.type)', and \(reason)") }
    if provider == "sqlite" { return sqliteForm(field) }
    let type = postgresqlType(field) + (field.isList ? "[]" : "")
    let form = ColumnForm(postgresql: FoundColumn(name: field.name, type: type, isNullable: false, origin: .none))
    // A table that Igata makes has its own forms.
    guard !isOfKnownDatabase, case .type(let name, let attributes, _, _, _) = form else { return form }
    return .type(name, attributes: attributes.filter { !$0.hasPrefix("@stored") })
  }

  private func form(ofEnum item: PrismaBlock, _ field: PrismaField) -> ColumnForm {
    let name = IntrospectedNames.type(item.name)
    let (type, rawType) = field.isList ? ("[\(name)]", "[String]") : (name, "String")
    guard provider == "postgresql" else { return .type(type, rawType: rawType) }
    return .type(type, attributes: StoredForm.native(item.mappedName).attributes, rawType: rawType)
  }

  private func sqliteForm(_ field: PrismaField) -> ColumnForm {
    switch field.type {
    case "String": .type("String")
    case "Boolean": .type("Bool")
    case "Float", "Decimal": .type("Double")
    case "DateTime":
      .type(
        "Date", attributes: StoredForm.dateNumber(.milliseconds).attributes,
        comment: "a guess: some versions of Prisma write texts; 'igata introspect' looks at the rows", rawType: "Int")
    case "Json": .type("JSON")
    case "Bytes": .type("Data")
    default: .type("Int")
    }
  }

  /// The type that Prisma gives a column in PostgreSQL, as the catalog of a database spells it.
  private func postgresqlType(_ field: PrismaField) -> String {
    let native = field.attributes.first { $0.name.hasPrefix("db.") }
    let numbers: [String] =
      native?.arguments.compactMap { if case .number(let text) = $0.value { text } else { nil } } ?? []
    let size = numbers.isEmpty ? "" : "(\(numbers.joined(separator: ",")))"
    switch native?.name.dropFirst(3).lowercased() {
    case "varchar", "nvarchar", "string": return numbers.isEmpty ? "text" : "character varying\(size)"
    case "char", "nchar": return numbers.isEmpty ? "character(1)" : "character\(size)"
    case "uuid": return "uuid"
    case "citext": return "citext"
    case "smallint", "int2": return "smallint"
    case "timestamptz": return "timestamp\(size) with time zone"
    case "timestamp": return "timestamp\(size) without time zone"
    case "date": return "date"
    case "time", "timetz": return "time\(size)"
    case "real", "float4": return "real"
    case "decimal", "numeric": return numbers.count == 1 ? "numeric(\(numbers[0]),0)" : "numeric\(size)"
    case "money", "oid", "inet", "bit", "varbit", "xml": return native?.name ?? ""
    default: break
    }
    switch field.type {
    case "String": return "text"
    case "Boolean": return "boolean"
    case "Int": return "integer"
    case "BigInt": return "bigint"
    case "Float": return "double precision"
    case "Decimal": return "numeric(65,30)"
    case "DateTime": return "timestamp(3) without time zone"
    case "Json": return "jsonb"
    default: return "bytea"
    }
  }
}
