/// Why the program `sqlite3` or `psql` would take a part of a script for a command of its own, which can start other
/// programs; `nil` if it would send all of it to the database.
///
/// - Parameter line: The only such command that the script has on purpose, on lines of its own.
public func clientCommandObjection(_ script: String, _ rules: SQLTextRules, besides line: String) -> String? {
  let bytes = Array(script.utf8)
  let line = Array(line.utf8)
  // A session can have texts with backslashes, and so the script must be harmless both ways.
  let readings = rules == .postgresql ? [false, true] : [false]
  return readings.lazy.compactMap { hasEscapes in
    var scanner = SQLTextScanner(bytes, rules, hasEscapes: hasEscapes)
    var word: [UInt8] = []
    while true {
      let start = scanner.index
      guard let part = scanner.next() else { return nil }
      var isInWord = false
      switch part {
      case .problem(let text):
        // What only this reading leaves open ends with the script.
        return hasEscapes && text.hasSuffix("isn't closed") ? nil : "\(text)\(lineNumber(at: start, in: bytes))"
      case .comment, .quoted: break
      case .byte(let byte):
        isInWord = SQLTextScanner.isWord(byte)
        if isInWord { word.append(byte | 0x20) }
        guard let command = clientCommand(in: bytes, at: start, rules) else { break }
        guard isLine(line, at: start, in: bytes) else { return "\(command)\(lineNumber(at: start, in: bytes))" }
        scanner.skipLine()
      }
      guard !isInWord else { continue }
      if rules == .postgresql, word == Array("stdin".utf8) {
        return "psql would read what follows as rows\(lineNumber(at: start, in: bytes))"
      }
      word.removeAll(keepingCapacity: true)
    }
  }.first
}

/// Why a byte outside of quotes and comments begins a command of the program that runs the script.
///
/// `sqlite3` ends a statement at a line that is `/` or `go`, so any line can be the first of one.
func clientCommand(in sql: [UInt8], at index: Int, _ rules: SQLTextRules) -> String? {
  switch (rules, sql[index]) {
  case (.postgresql, UInt8(ascii: "\\")): "'\\' begins a command of psql"
  case (.sqlite, UInt8(ascii: ".")), (.sqlite, UInt8(ascii: "#")):
    index == 0 || sql[index - 1] == UInt8(ascii: "\n")
      ? "'\(Character(Unicode.Scalar(sql[index])))' at the start of a line begins a command of sqlite3" : nil
  default: nil
  }
}

private func isLine(_ line: [UInt8], at index: Int, in bytes: [UInt8]) -> Bool {
  let isFirst = index == 0 || bytes[index - 1] == UInt8(ascii: "\n")
  return isFirst && bytes[index...].prefix { $0 != UInt8(ascii: "\n") }.elementsEqual(line)
}

private func lineNumber(at index: Int, in bytes: [UInt8]) -> String {
  " (line \(bytes[..<index].count { $0 == UInt8(ascii: "\n") } + 1))"
}
