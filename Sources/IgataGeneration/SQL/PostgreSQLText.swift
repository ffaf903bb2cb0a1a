import IgataSchema

/// Names and values as they stand in PostgreSQL's SQL.
enum PostgreSQLText {
  /// How many bytes of a name the server keeps.
  private static let longestName = 63

  static func identifier(_ name: String) -> String { SQLText.identifier(kept(name)) }

  static func identifiers(_ names: [String]) -> String { names.map(identifier).joined(separator: ", ") }

  static func rawValue(_ value: EnumType.RawValue) -> String {
    switch value {
    case .string(let text): SQLText.string(text)
    case .integer(let value): String(value)
    }
  }

  /// The name as the server keeps it. A longer one is cut, and gets a hash of the whole at its end, as the server would
  /// cut two that begin alike to the same name. The runtime's backend does the same.
  static func kept(_ name: String) -> String {
    guard name.utf8.count > longestName else { return name }
    var start = ""
    for character in name.unicodeScalars {
      guard start.utf8.count + UTF8.width(character) <= longestName - 9 else { break }
      start.unicodeScalars.append(character)
    }
    let hash = name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    let digits = String(hash, radix: 16)
    return start + "_" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }
}
