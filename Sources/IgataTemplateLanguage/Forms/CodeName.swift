/// Names of a schema, which are Swift identifiers, as identifiers of other languages.
enum CodeName {
  static func kotlin(_ name: String) -> String {
    kotlinKeywords.contains(name) || !isWord(name) ? "`\(name)`" : name
  }

  static func kotlinType(_ name: String) -> String {
    kotlinTypes.contains(name) ? name + "_" : kotlin(name)
  }

  static func typeScript(_ name: String) -> String {
    isWord(name) ? name : "\"\(StringEscapes.typeScript.escape(name))\""
  }

  static func typeScriptType(_ name: String) -> String {
    let word = ascii(name) { $0.properties.isIDContinue }
    return typeScriptWords.contains(word) ? word + "_" : word
  }

  /// Replaces every character that isn't kept by its number.
  static func ascii(_ name: String, keeping isKept: (Unicode.Scalar) -> Bool) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      if isKept(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "_u" + String(scalar.value, radix: 16, uppercase: true)
      }
    }
    return result
  }

  /// Swift allows more characters than other languages, such as emoji.
  private static func isWord(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first == "_" || first.properties.isIDStart else { return false }
    return name.unicodeScalars.allSatisfy(\.properties.isIDContinue)
  }

  /// The hard keywords of Kotlin: https://kotlinlang.org/docs/keyword-reference.html
  private static let kotlinKeywords: Set = [
    "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in", "interface", "is", "null",
    "object", "package", "return", "super", "this", "throw", "true", "try", "typealias", "typeof", "val", "var",
    "when", "while",
  ]

  /// What the template `kotlin/file` refers to.
  private static let kotlinTypes: Set = [
    "Any", "BigDecimal", "BigDecimalSerializer", "Boolean", "ByteArray", "ByteArraySerializer", "Decoder", "Double",
    "Encoder", "Float", "Instant", "InstantSerializer", "Int", "Json", "JsonElement", "JvmInline", "KSerializer",
    "List", "LocalDate", "LocalDateSerializer", "Long", "PrimitiveKind", "PrimitiveSerialDescriptor", "SerialName",
    "Serializable", "SerializationException", "Short", "String", "UUID", "UUIDSerializer", "UseSerializers",
  ]

  /// Reserved words, and names of types that can't be declared:
  /// https://www.typescriptlang.org/docs/handbook/2/everyday-types.html
  private static let typeScriptWords: Set = [
    "any", "as", "await", "bigint", "boolean", "break", "case", "catch", "class", "const", "continue", "debugger",
    "default", "delete", "do", "else", "enum", "export", "extends", "false", "finally", "for", "function", "if",
    "implements", "import", "in", "instanceof", "interface", "let", "never", "new", "null", "number", "object",
    "package", "private", "protected", "public", "return", "static", "string", "super", "switch", "symbol", "this",
    "throw", "true", "try", "typeof", "undefined", "unknown", "var", "void", "while", "with", "yield",
  ]
}
