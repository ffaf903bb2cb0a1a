@_spi(Backend) internal import IgataRuntime
internal import IgataSyntax

extension PrismaSchema {
  /// A default as the language writes it, or why there is none.
  enum Default {
    case text(String)
    case unknown(reason: String)
  }

  /// The default of a field whose type is `type`; `nil` if it has none.
  func defaultValue(of field: PrismaField, _ type: String) -> Default? {
    guard let value = field.attributes.first("default")?.value("value", orUnlabeled: true) else { return nil }
    if let text = text(of: value, type, enums[field.type]) { return .text(text) }
    if case .call(let name, let arguments) = value {
      let more = arguments.first?.value.string.map { "\"\($0)\"" } ?? ""
      return .unknown(reason: "'\(name)(\(more))' has no counterpart in Swift: set the value")
    }
    return .unknown(reason: "it is no '\(type)'")
  }

  private func text(of value: PrismaValue, _ type: String, _ item: PrismaBlock?) -> String? {
    switch value {
    case .list(let elements):
      guard type.hasPrefix("[") else { return nil }
      let texts = elements.map { text(of: $0, String(type.dropFirst().dropLast()), item) }
      return texts.contains(nil) ? nil : "[\(texts.compactMap(\.self).joined(separator: ", "))]"
    case .name(let name):
      if type == "Bool" { return ["true", "false"].contains(name) ? name : nil }
      guard let item, let index = item.fields.firstIndex(where: { $0.name == name }) else { return nil }
      return "." + nameText(described(item).cases[index].name)
    case .number(let text):
      guard ["Int", "Int16", "Int32", "Double", "Float", "Decimal"].contains(type), Double(text)?.isFinite == true,
        !type.hasPrefix("Int") || Int(text) != nil
      else { return nil }
      return text
    case .string(let text):
      switch type {
      case "String": return stringLiteral(text)
      case "JSON": return (try? JSON(parsing: text))?.text
      case "Decimal": return Double(text)?.isFinite == true ? text : nil
      default: return nil
      }
    case .call(let name, let arguments):
      switch (name, type, arguments.first?.value) {
      case ("now", "Date", _): return "now()"
      case ("cuid", "String", _): return "cuid()"
      case ("ulid", "String", _): return "ulid()"
      case ("uuid", "String", .number("7")?), ("uuid", "UUID", .number("7")?): return "uuid7()"
      case ("uuid", "String", _), ("uuid", "UUID", _): return "uuid()"
      case ("dbgenerated", "UUID", .string("gen_random_uuid()")?): return "uuid()"
      default: return nil
      }
    }
  }

  func described(_ item: PrismaBlock) -> IntrospectedEnum {
    var described = IntrospectedEnum(
      name: IntrospectedNames.type(item.name), values: item.fields.map(\.mappedName), names: item.fields.map(\.name))
    described.documentation = item.documentation
    return described
  }
}
