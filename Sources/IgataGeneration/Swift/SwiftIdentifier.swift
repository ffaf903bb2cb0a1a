import IgataSchema

/// Names of the schema as Swift identifiers.
enum SwiftIdentifier {
  /// The name as it is declared and used, in backticks if Swift reserves it.
  static func escape(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }

  /// The name of a type, in backticks also if Swift gives it another meaning only in a type context.
  static func type(_ name: String) -> String {
    keywords.contains(name) || typeWords.contains(name) ? "`\(name)`" : name
  }

  /// A property as generated members of its type refer to it: with `self.` if the bare name would be a parameter, or a
  /// keyword at the start of a statement.
  static func own(_ property: String) -> String {
    needsSelf(property) ? "self." + property : property
  }

  static func needsSelf(_ property: String) -> Bool { statementWords.contains(property) }

  /// The name of the property for a field. Swift gives a few names another meaning even in backticks. Those get a
  /// trailing underscore.
  ///
  /// - Parameter unusable: Additional names that properties of the type can't have.
  static func property(_ field: String, among fields: [Field], unusable: NameSet = .empty) -> String {
    guard unusableProperties.contains(field) || unusable.contains(field) else { return escape(field) }
    return free(field + "_", among: fields)
  }

  /// The names that properties of a struct can't have: Swift synthesizes a `hashValue`, and confuses a property of that
  /// name with it.
  static let unusableInStructs: NameSet = ["hashValue"]

  /// The name as an argument label, for which Swift reserves almost no words.
  static func label(_ name: String) -> String {
    let plain = name.replacing("`", with: "")
    return plain == "inout" ? name : plain
  }

  /// The name of an enum case, with a trailing underscore for the same reasons.
  static func enumCase(_ number: Int, of enumeration: EnumType) -> String {
    let name = enumeration.cases[number].name
    guard unusableCases.contains(name) else { return escape(name) }
    return free(name + "_", among: Set(enumeration.cases.map(\.name)))
  }

  /// A case in an expression, without a leading period. The case for unknown raw values holds its own.
  static func caseValue(_ number: Int, of enumeration: EnumType) -> String {
    let name = enumCase(number, of: enumeration)
    let enumCase = enumeration.cases[number]
    return enumCase.isUnknown ? "\(name)(\(SwiftLiteral.rawValue(enumCase.rawValue)))" : name
  }

  /// `prefix` and `name` in camel case: `hasSettings`, `has設定`.
  static func prefixed(_ prefix: String, _ name: String) -> String {
    guard let first = name.first else { return prefix }
    return prefix + first.uppercased() + name.dropFirst()
  }

  /// The name of a type, derived from the name of a file: `my-household 2` becomes `MyHousehold2`.
  static func typeName(fromFile name: String) -> String {
    var result = ""
    var startsWord = true
    for character in name {
      guard character.isLetter || character.isNumber else {
        startsWord = true
        continue
      }
      result += startsWord ? character.uppercased() : String(character)
      startsWord = false
    }
    if result.first?.isNumber ?? true { result = "_" + result }
    return result
  }

  /// `name`, followed by as many underscores as necessary to make it differ from all names in `taken`.
  static func free(_ name: String, among taken: Set<String>) -> String {
    var result = name
    while taken.contains(result) { result += "_" }
    return result
  }

  /// `name`, followed by as many underscores as necessary to make it differ from the names of all fields.
  static func free(_ name: String, among fields: [Field]) -> String {
    var result = name
    while fields.contains(where: { $0.name == result }) { result += "_" }
    return result
  }

  private static let unusableProperties: NameSet = ["self", "_path", "_origin", "_original"]
  private static let unusableCases: NameSet = [
    "Type", "Protocol", "allCases", "AllCases", "PersistedType", "QueryRawValue", "RawValue",
  ]

  private static let typeWords: NameSet = [
    "any", "borrowing", "consuming", "each", "isolated", "nonisolated", "sending", "some",
  ]

  /// Member types, parameters of generated members, and words that Swift could parse as the beginning of an accessor or
  /// a statement.
  private static let statementWords: NameSet = [
    "Columns", "ID", "PrimaryKey",
    "column", "row", "visitor", "generatedKey", "stored", "stamp", "any", "async", "borrow", "consume", "copy",
    "discard", "each", "get", "init", "modify", "mutate", "nonisolated", "read", "set", "some", "then", "unsafe",
    "willSet", "didSet", "yield", "_modify", "_read",
  ]

  /// The words that Swift reserves everywhere. Contextual keywords need no backticks.
  private static let keywords: NameSet = [
    "Any", "Protocol", "Self", "Type", "_", "as", "associatedtype", "await", "break", "case", "catch", "class",
    "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static",
    "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
