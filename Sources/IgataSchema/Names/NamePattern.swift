/// A name with placeholders, such as `fk_{field}_{key}`. A placeholder with an upper-case letter, such as `{Key}`, has
/// the first letter of its name in upper case too.
public struct NamePattern: Hashable, Sendable {
  private enum Part: Hashable {
    case text(String)
    /// The index of a placeholder.
    case name(Int, isCapitalized: Bool)
  }

  public let text: String
  private let parts: [Part]
  private let placeholders: [String]

  /// The maximum length in bytes. PostgreSQL shortens longer names.
  public static let limit = 63

  init(_ text: String, placeholders: [String], required: String) throws(NamePatternFault) {
    if text.isEmpty { throw .empty }
    if text.utf8.contains(0) { throw .nul }
    if text.utf8.count > Self.limit { throw .tooLong }
    self.text = text
    self.placeholders = placeholders
    parts = try Self.parts(of: text[...], placeholders)
    if !contains(required) { throw .missing(required) }
  }

  /// Whether the placeholder occurs.
  func contains(_ placeholder: String) -> Bool {
    parts.contains { if case .name(let index, _) = $0 { placeholders[index] == placeholder } else { false } }
  }

  /// - Parameter names: A name for each placeholder, in the order in which they were given.
  func name(with names: [String]) -> String {
    var result = ""
    for part in parts {
      switch part {
      case .text(let text): result += text
      case .name(let index, let isCapitalized): result += isCapitalized ? capitalized(names[index]) : names[index]
      }
    }
    return result
  }

  private static func parts(of text: Substring, _ placeholders: [String]) throws(NamePatternFault) -> [Part] {
    var rest = text
    var parts: [Part] = []
    while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}") else { throw .unmatchedBrace }
      if brace > rest.startIndex { parts.append(.text(String(rest[..<brace]))) }
      let name = String(rest[rest.index(after: brace)..<end])
      guard let index = placeholders.firstIndex(where: { $0 == name || capitalized($0) == name }) else {
        throw .unknown(name, placeholders)
      }
      let isRepeated = parts.contains { if case .name(index, _) = $0 { true } else { false } }
      if isRepeated { throw .repeated(placeholders[index]) }
      parts.append(.name(index, isCapitalized: placeholders[index] != name))
      rest = rest[rest.index(after: end)...]
    }
    return rest.isEmpty ? parts : parts + [.text(String(rest))]
  }
}

/// The reason why a text isn't a ``NamePattern``.
public enum NamePatternFault: Error, Hashable {
  case empty, nul, tooLong, unmatchedBrace, reservedPrefix
  /// A placeholder occurs twice.
  case repeated(String)
  /// A placeholder that must occur doesn't.
  case missing(String)
  /// A placeholder that doesn't exist, and those that do.
  case unknown(String, [String])
}
