/// A token of a Prisma file.
struct PrismaToken {
  enum Kind: Hashable {
    case name, number, string
    /// `///` and the text after it.
    case documentation
    case newline, end
    /// One of `{}()[]@.,:=?`, or `@@`.
    case mark
  }

  var kind: Kind
  /// The text; of a string, its value.
  var text: String
  var location: PrismaLocation
}

/// Reads the tokens of a Prisma file.
struct PrismaScanner {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var location: PrismaLocation

  init(_ text: String, file: String) {
    scalars = Array(text.unicodeScalars)
    location = PrismaLocation(file: file, line: 1, column: 1)
  }

  static func tokens(of text: String, file: String) throws(PrismaError) -> [PrismaToken] {
    var scanner = PrismaScanner(text, file: file)
    var tokens: [PrismaToken] = []
    while tokens.last?.kind != .end { if let token = try scanner.next() { tokens.append(token) } }
    return tokens
  }

  private var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private func peek(_ text: String) -> Bool { scalars[index...].starts(with: text.unicodeScalars) }

  private mutating func advance() {
    location.column += 1
    if scalars[index] == "\n" { (location.line, location.column) = (location.line + 1, 1) }
    index += 1
  }

  private mutating func take(while condition: (Unicode.Scalar) -> Bool) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = current, condition(scalar) {
      text.append(scalar)
      advance()
    }
    return String(text)
  }

  /// The next token; `nil` for a space or a comment.
  private mutating func next() throws(PrismaError) -> PrismaToken? {
    let start = location
    func token(_ kind: PrismaToken.Kind, _ text: String) -> PrismaToken {
      PrismaToken(kind: kind, text: text, location: start)
    }
    guard let scalar = current else { return token(.end, "") }
    switch scalar {
    case "\n":
      advance()
      return token(.newline, "\n")
    case _ where scalar.properties.isWhitespace || scalar == "\u{FEFF}":
      advance()
      return nil
    case "/" where peek("///"):
      let text = take { $0 != "\n" }.drop { $0 == "/" }
      return token(.documentation, String(text.drop { $0 == " " }))
    case "/" where peek("//"):
      _ = take { $0 != "\n" }
      return nil
    case "/" where peek("/*"):
      while current != nil, !peek("*/") { advance() }
      guard current != nil else { throw PrismaError(start, "the comment doesn't end", help: "write '*/' after it") }
      advance()
      advance()
      return nil
    case "\"": return token(.string, try string(from: start))
    case "@" where peek("@@"):
      advance()
      advance()
      return token(.mark, "@@")
    case "{", "}", "(", ")", "[", "]", "@", ".", ",", ":", "=", "?":
      advance()
      return token(.mark, String(scalar))
    case "-", "0"..."9": return token(.number, take { $0 == "-" || $0 == "." || $0.properties.isXIDContinue })
    case _ where scalar.properties.isXIDStart || scalar == "_":
      return token(.name, take { $0.properties.isXIDContinue || $0 == "-" })
    default:
      throw PrismaError(start, "'\(scalar)' has no meaning here", help: "remove it, or put the text in quotes")
    }
  }

  private mutating func string(from start: PrismaLocation) throws(PrismaError) -> String {
    advance()
    var text = String.UnicodeScalarView()
    while let scalar = current, scalar != "\n" {
      advance()
      if scalar == "\"" { return String(text) }
      guard scalar == "\\", let escaped = current else {
        text.append(scalar)
        continue
      }
      advance()
      switch escaped {
      case "n": text.append("\n")
      case "t": text.append("\t")
      case "r": text.append("\r")
      case "u":
        var digits = ""
        while digits.count < 4, let digit = current, digit.properties.isASCIIHexDigit {
          digits.unicodeScalars.append(digit)
          advance()
        }
        text.append(UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
      default: text.append(escaped)
      }
    }
    throw PrismaError(start, "the text doesn't end on its line", help: "write '\"' after it")
  }
}
