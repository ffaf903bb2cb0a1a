/// A part of a script that `igata migrate seal` wrote.
enum ScriptPart {
  case statement(String)
  /// A line that begins with `-- igata:`: its words, and the whole text after that.
  case directive([String], String)
}

/// Splits a script into its parts, without layout and comments.
///
/// - Parameter command: A command for the program that runs the script, with which it can begin.
func scriptParts(_ script: [UInt8], after command: String) -> [ScriptPart] {
  let bytes = script.starts(with: command.utf8) ? Array(script.dropFirst(command.utf8.count)) : script
  var parts: [ScriptPart] = []
  var tokens: [Range<Int>] = []
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
  for token in sqlTokens(bytes) {
    if bytes[token].starts(with: Array("--".utf8)) {
      let line = text(token).dropFirst("-- igata:".count).drop { $0 == " " }
      let words = sqlTokens(Array(line.utf8)).map { String(decoding: Array(line.utf8)[$0], as: UTF8.self) }
      parts.append(.directive(words, String(line)))
      continue
    }
    tokens.append(token)
    guard bytes[token.lowerBound] == UInt8(ascii: ";"), isWhole(tokens.map(text)) else { continue }
    parts.append(.statement(text(tokens[0].lowerBound..<token.upperBound)))
    tokens = []
  }
  return parts
}

/// Whether a semicolon ends a statement: in the body of a trigger it doesn't.
private func isWhole(_ words: [String]) -> Bool {
  let words = words.map { $0.uppercased() }
  guard words.first == "CREATE", words.prefix(3).contains("TRIGGER"), words.contains("BEGIN") else { return true }
  return words.dropLast().last == "END"
}

/// The words of a line for the store; names are without their quotes.
struct DirectiveWords {
  private var rest: ArraySlice<String>

  init(_ words: [String]) { rest = words[...] }

  mutating func next() -> String? { rest.popFirst().map(Self.name) }

  mutating func take(_ word: String) -> Bool {
    guard rest.first == word else { return false }
    rest.removeFirst()
    return true
  }

  /// The names after a word; empty without it.
  mutating func list(after word: String) -> [String] {
    guard take(word) else { return [] }
    var names: [String] = []
    repeat { if let name = next() { names.append(name) } } while take(",")
    return names
  }

  private static func name(_ word: String) -> String {
    guard word.hasPrefix("\""), word.hasSuffix("\""), word.count > 1 else { return word }
    return String(word.dropFirst().dropLast()).replacing("\"\"", with: "\"")
  }
}
