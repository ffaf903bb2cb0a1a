extension BackfillSQL {
  /// Why the SQL isn't one expression; `nil` if it is one.
  func objection(_ rules: SQLTextRules) -> String? {
    sqlExpressionObjection(
      pieces.flatMap { piece in
        switch piece {
        case .text(let text): Array(text.utf8)
        // A name that is no part of another one.
        case .field, .value: Array(" \u{1} ".utf8)
        }
      }, rules)
  }
}

/// Why SQL that is the same for every engine isn't one expression; `nil` if it is one.
func sqlExpressionObjection(_ text: String) -> String? {
  [.sqlite, .postgresql].lazy.compactMap { sqlExpressionObjection(Array(text.utf8), $0) }.first
}

/// Why SQL isn't one expression, of which nothing can reach the statement around it, or the program that runs the
/// script; `nil` if it is one.
///
/// - Parameter sql: The text, in which the byte 1 is a field.
private func sqlExpressionObjection(_ sql: [UInt8], _ rules: SQLTextRules) -> String? {
  var scanner = SQLTextScanner(sql, rules)
  var brackets = OpenBrackets(isQuery: isQuery(sql), rules)
  while true {
    let start = scanner.index
    guard let part = scanner.next() else { return brackets.objection }
    switch part {
    case .problem(let text): return sql[start...].contains(1) ? "a field in braces can't be in quotes" : text
    case .comment(let range, let isPlain):
      if !isPlain { return "'\(String(decoding: sql[range].prefix(2), as: UTF8.self))' begins a comment" }
    case .quoted(let range): if sql[range].contains(1) { return "a field in braces can't be in quotes" }
    case .byte(let byte):
      if let problem = brackets.objection(to: byte) { return problem }
      if start > 0, let command = clientCommand(in: sql, at: start, rules) { return command }
    }
  }
}

/// Whether an expression is a query, which can have several expressions if it is in parentheses.
private func isQuery(_ sql: [UInt8]) -> Bool {
  let start = sql.drop { $0 == UInt8(ascii: " ") || (9...13).contains($0) }
  return ["select", "with", "values"].contains { word in
    let (first, rest) = (start.prefix(word.utf8.count), start.dropFirst(word.utf8.count))
    return first.map { $0 | 0x20 } == Array(word.utf8) && !(rest.first.map(SQLTextScanner.isWord) ?? false)
  }
}

/// The brackets of an expression that aren't closed yet.
private struct OpenBrackets {
  private let isQuery: Bool
  private let rules: SQLTextRules
  /// What closes each.
  private var closing: [UInt8] = []

  init(isQuery: Bool, _ rules: SQLTextRules) {
    self.isQuery = isQuery
    self.rules = rules
  }

  /// Why the expression can't have the next byte.
  mutating func objection(to byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: ";"): return "';' ends the expression"
    case UInt8(ascii: ",") where closing.isEmpty && !isQuery: return "',' begins another expression"
    case 0: return "a text can't have the character U+0000"
    case UInt8(ascii: "("): closing.append(UInt8(ascii: ")"))
    case UInt8(ascii: "["): closing.append(UInt8(ascii: "]"))
    case _ where byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") && rules == .postgresql:
      guard closing.popLast() == byte else { return "'\(Character(Unicode.Scalar(byte)))' closes nothing" }
    default: break
    }
    return nil
  }

  /// Why the expression can't end.
  var objection: String? {
    closing.isEmpty ? nil : "'\(closing.last == UInt8(ascii: "]") ? "[" : "(")' isn't closed"
  }
}
