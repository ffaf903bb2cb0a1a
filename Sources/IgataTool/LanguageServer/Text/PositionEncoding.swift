import IgataDiagnostics

/// The units in which a client counts the characters of a line.
enum PositionEncoding: String, CaseIterable, Sendable {
  case utf8 = "utf-8"
  case utf32 = "utf-32"
  case utf16 = "utf-16"

  /// The first of the encodings above that a client offers, or UTF-16 if it offers none.
  init(offered: [String]) { self = Self.allCases.first { offered.contains($0.rawValue) } ?? .utf16 }

  /// The number of units that a scalar takes. Invalid bytes count as one replacement character, except in UTF-8.
  func units(_ scalar: DecodedScalar) -> Int {
    switch self {
    case .utf8: scalar.length
    case .utf16: scalar.scalar.map { $0.value > 0xFFFF ? 2 : 1 } ?? 1
    case .utf32: 1
    }
  }
}

/// A line and a character of a document, both from 0, in the units of a client.
struct DocumentPosition: Hashable, Comparable, Sendable {
  var line: Int
  var character: Int

  static func < (left: DocumentPosition, right: DocumentPosition) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}
