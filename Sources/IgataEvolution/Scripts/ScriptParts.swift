import IgataTables

/// Splits a script that `igata migrate seal` wrote into its parts, without layout and comments.
///
/// - Parameter command: A command for the program that runs the script, with which it can begin.
func scriptParts(_ script: ScriptTokens, after command: String) -> ArraySlice<SQLPart> {
  let words = Array(command.utf8)
  let commandTokens = sqlTokens(words).map { words[$0] }
  // A comment can be in front of it.
  let begins = script.ranges.prefix(commandTokens.count).map { script.bytes[$0] } == commandTokens
  return sqlParts(script.bytes, script.ranges.dropFirst(begins ? commandTokens.count : 0))[...]
}

/// A part of a file of SQL.
enum SQLPart {
  /// A statement with its semicolon, where it is, and its tokens.
  case statement(String, Range<Int>, tokens: ArraySlice<Range<Int>>)
  /// A line that begins with `-- igata:`: its words, and the whole text after that.
  case directive(Range<Int>, words: [String], text: String)
  /// Tokens at the end of the file, or before a line for the store, without a semicolon.
  case unfinished(Range<Int>)
}

/// Splits a file of SQL into its parts, without layout and comments.
func sqlParts(_ bytes: [UInt8], _ tokens: ArraySlice<Range<Int>>) -> [SQLPart] {
  var parts: [SQLPart] = []
  // The index of the first token of the statement.
  var first = tokens.startIndex
  var body = TriggerBody()
  func endUnfinished(before index: Int) {
    if first < index { parts.append(.unfinished(tokens[first].lowerBound..<tokens[index - 1].upperBound)) }
    body = TriggerBody()
  }
  for index in tokens.indices {
    let token = tokens[index]
    let byte = bytes[token.lowerBound]
    if token.count > 1, byte == UInt8(ascii: "-") {
      endUnfinished(before: index)
      first = index + 1
      parts.append(directive(bytes, token))
      continue
    }
    // Most statements are no trigger, and have many words.
    if body.needsWord { body.add(bytes[token]) }
    guard byte == UInt8(ascii: ";"), body.isClosed else { continue }
    let range = tokens[first].lowerBound..<token.upperBound
    parts.append(
      .statement(String(decoding: bytes[range], as: UTF8.self), range, tokens: tokens[first...index]))
    first = index + 1
    body = TriggerBody()
  }
  endUnfinished(before: tokens.endIndex)
  return parts
}

/// The part for a line for the store.
private func directive(_ bytes: [UInt8], _ token: Range<Int>) -> SQLPart {
  let line = Array(bytes[token].dropFirst("-- igata:".utf8.count).drop { $0 == UInt8(ascii: " ") })
  let words = sqlTokens(line).map { String(decoding: line[$0], as: UTF8.self) }
  return .directive(token, words: words, text: String(decoding: line, as: UTF8.self))
}

/// The body of a trigger, in which a semicolon doesn't end the statement.
private struct TriggerBody {
  /// The first words of the statement.
  private var words: [String] = []
  private var isTrigger = false
  /// How many of `BEGIN` and `CASE` have no `END` yet.
  private var depth = 0

  var isClosed: Bool { depth == 0 }

  /// Whether the next word can be one that counts.
  var needsWord: Bool { words.count < 4 || isTrigger }

  mutating func add(_ token: ArraySlice<UInt8>) {
    let word = String(decoding: token, as: UTF8.self).uppercased()
    if words.count < 4 {
      words.append(word)
      isTrigger = words[0] == "CREATE" && words.contains("TRIGGER")
    }
    guard isTrigger else { return }
    if word == "BEGIN" || word == "CASE" { depth += 1 }
    if word == "END" { depth -= 1 }
  }
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

  /// A type of a function.
  mutating func type() -> SwiftFunction.ValueType? {
    guard let scalar = next().flatMap({ Scalar(named: $0) }) else { return nil }
    return SwiftFunction.ValueType(scalar: scalar, isOptional: take("?"))
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
