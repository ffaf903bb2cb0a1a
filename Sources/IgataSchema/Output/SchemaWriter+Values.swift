import IgataSyntax

extension SchemaWriter {
  /// A default of a field, or of an element of it.
  func text(of value: DefaultValue, _ field: Field) -> String {
    if case .construct = value { return "\(constructedName(of: field))()" }
    return text(of: value, as: schema.storedType(of: field))
  }

  /// A value of a type.
  func text(of value: DefaultValue, as type: ValueType?) -> String {
    switch value {
    case .boolean(let flag): String(flag)
    case .integer(let number): String(number)
    case .decimal(let text): text
    case .string(let text): stringLiteral(text)
    case .enumCase(let index): ".\(schema.caseName(index, of: type) ?? "")"
    case .list(let values): "[\(list(values.map { text(of: $0, as: type) }))]"
    case .json(let text): jsonText(text)
    case .sql(let text): "sql(\(stringLiteral(text)))"
    case .uuid: "uuid()"
    case .uuid7: "uuid7()"
    case .cuid: "cuid()"
    case .ulid: "ulid()"
    case .now: "now()"
    case .autoincrement: "autoincrement()"
    case .nil, .construct: "nil"
    }
  }

  private func constructedName(of field: Field) -> String {
    switch field.kind {
    case .embedded(let index, _): nameText(schema.structs[index].name)
    case .toOne(let index, _, _): nameText(schema.models[index].name)
    case .value, .list, .inverse, .ordered: ""
    }
  }

  /// JSON with the spaces and the escapes of the schema language.
  ///
  /// - Parameter json: JSON as ``DefaultValue/json(_:)`` has it.
  private func jsonText(_ json: String) -> String {
    var result = ""
    var string = ""
    var isInString = false
    var scalars = Array(json.unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      switch (scalar, isInString) {
      case ("\"", false): isInString = true
      case (_, false):
        result.unicodeScalars.append(scalar)
        if scalar == "," || scalar == ":" { result += " " }
      case ("\"", true):
        result += stringLiteral(string)
        (string, isInString) = ("", false)
      case ("\\", true): string += unescaped(&scalars)
      case (_, true): string.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// What a `\` and the next characters mean in a string of JSON.
  private func unescaped(_ scalars: inout ArraySlice<Unicode.Scalar>) -> String {
    switch scalars.popFirst() {
    case "n"?: return "\n"
    case "r"?: return "\r"
    case "t"?: return "\t"
    case "u"?:
      let digits = String(String.UnicodeScalarView(scalars.prefix(4)))
      scalars = scalars.dropFirst(4)
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { String($0) } ?? "\u{FFFD}"
    case let other?: return String(other)
    case nil: return ""
    }
  }
}
