import IgataDiagnostics
import IgataSyntax

/// Reads the texts of `@backfill`, in which fields of the old model are written in braces.
struct BackfillTextReader {
  /// What can't be read in a text.
  struct Problem: Error {
    var text: String
    var help: String
    var range: SourceRange
  }

  private let scalars: [Unicode.Scalar]
  private let literal: SourceRange
  /// Whether the text is in the source as it is, so that the offsets of its parts are known.
  private let isPlain: Bool
  private var position = 0
  /// The offset in bytes of ``position``.
  private var offset = 0

  init(_ literal: LiteralSyntax) {
    let text = if case .string(let text) = literal.value { text } else { "" }
    scalars = Array(text.unicodeScalars)
    self.literal = literal.range
    // An escape, and the quotes of a block, are longer than what they stand for.
    isPlain = literal.range.end - literal.range.start == text.utf8.count + 2
  }

  /// SQL with `{field}`, `{home.city}` and `{value}`; braces that are doubled are those of the SQL.
  mutating func sql() throws(Problem) -> BackfillSQL {
    var pieces: [BackfillSQL.Piece] = []
    var text = ""
    func endText() {
      if !text.isEmpty { pieces.append(.text(text)) }
      text = ""
    }
    while let scalar = current {
      guard scalar == "{" || scalar == "}" else {
        text.unicodeScalars.append(scalar)
        advance()
        continue
      }
      if next == scalar {
        text.unicodeScalars.append(scalar)
        advance()
        advance()
      } else if scalar == "}" {
        throw Problem(text: "'}' closes nothing", help: "write '}}' for a brace of SQL", range: range(from: offset, 1))
      } else {
        endText()
        let field = try field()
        pieces.append(field.isValue ? .value : .field(field.reference))
      }
    }
    endText()
    let isBlank = pieces.allSatisfy { piece in
      if case .text(let text) = piece { text.unicodeScalars.allSatisfy(\.isBlank) } else { false }
    }
    if isBlank {
      throw Problem(text: "the SQL is empty", help: "write an expression: \"lower({name})\"", range: literal)
    }
    return BackfillSQL(pieces: pieces)
  }

  /// `name({field}, {home.city})`
  mutating func call() throws(Problem) -> (function: String, arguments: [(reference: FieldReference, isValue: Bool)]) {
    skipBlanks()
    let start = offset
    var function = ""
    while let scalar = current, scalar != "(", !scalar.isBlank {
      function.unicodeScalars.append(scalar)
      advance()
    }
    guard isIdentifier(function), function != "_", function.utf8.count <= nameLimit else {
      throw problem(
        function.isEmpty ? "the function has no name" : "'\(shortened(function))' isn't a function's name", from: start)
    }
    skipBlanks()
    guard take("(") else { throw problem("there is no '(' after '\(shortened(function))'", from: start) }
    var arguments: [(reference: FieldReference, isValue: Bool)] = []
    skipBlanks()
    while !take(")") {
      if !arguments.isEmpty {
        guard take(",") else { throw problem("there is no ',' or ')' after an argument", from: offset) }
        skipBlanks()
      }
      guard current == "{" else { throw problem("an argument isn't a field in braces", from: offset) }
      arguments.append(try field())
      skipBlanks()
    }
    skipBlanks()
    guard current == nil else { throw problem("there is more than a call", from: offset) }
    return (function, arguments)
  }

  private func problem(_ text: String, from start: Int) -> Problem {
    Problem(text: text, help: "write a call: \"name({field}, {home.city})\"", range: range(from: start, offset - start))
  }

  /// `{name}` or `{home.city}`; the current scalar is the brace. A name in backticks is never the old value.
  private mutating func field() throws(Problem) -> (reference: FieldReference, isValue: Bool) {
    let start = offset
    advance()
    var content = ""
    while let scalar = current, scalar != "}", scalar != "{" {
      content.unicodeScalars.append(scalar)
      advance()
    }
    guard take("}") else {
      throw Problem(
        text: "'{' isn't closed", help: "write '{name}' for a field, or '{{' for a brace of SQL",
        range: range(from: start, 1))
    }
    let span = range(from: start, offset - start)
    let path = content.split(separator: ".", omittingEmptySubsequences: false).map { part in
      let isQuoted = part.count > 2 && part.first == "`" && part.last == "`"
      return String(isQuoted ? part.dropFirst().dropLast() : part)
    }
    guard path.allSatisfy({ isIdentifier($0) && $0.utf8.count <= nameLimit }) else {
      throw Problem(
        text: "'{\(shortened(content))}' isn't a field",
        help: "write its name, '{name}' or '{home.city}', or '{{' for a brace of SQL", range: span)
    }
    return (FieldReference(path: path, range: span), content == "value")
  }

  // MARK: Moving

  private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private var next: Unicode.Scalar? { position + 1 < scalars.count ? scalars[position + 1] : nil }

  private mutating func advance() {
    guard let scalar = current else { return }
    offset += UTF8.width(scalar)
    position += 1
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    advance()
    return true
  }

  private mutating func skipBlanks() {
    while let scalar = current, scalar.isBlank { advance() }
  }

  /// The range of a part of the text; that of the whole literal if the part isn't in the source as it is.
  private func range(from start: Int, _ length: Int) -> SourceRange {
    guard isPlain else { return literal }
    let first = literal.start + 1 + start
    return SourceRange(file: literal.file, start: first, end: first + length)
  }

  private func shortened(_ text: String) -> String { text.count > 40 ? text.prefix(39) + "…" : text }
}

extension Unicode.Scalar {
  /// Whether SQL has nothing here.
  fileprivate var isBlank: Bool { properties.isWhitespace || self == "\0" }
}
