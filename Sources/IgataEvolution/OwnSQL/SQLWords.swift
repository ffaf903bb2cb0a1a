import IgataDiagnostics
import IgataSchema
import IgataTables

/// The tokens of one statement.
struct SQLWords {
  struct Word {
    /// A bare word in upper case; a name without its quotes; any other token as it is.
    var text: String
    var isQuotedName = false
    var isText = false
    /// How many parentheses are around it.
    var depth: Int
    var range: SourceRange

    /// The name that the word can be, for comparisons.
    var name: String { foldedName(text) }
  }

  let words: [Word]

  init(_ bytes: [UInt8], _ tokens: ArraySlice<Range<Int>>, file: Int) {
    var words: [Word] = []
    var depth = 0
    for token in tokens {
      let text = String(decoding: bytes[token], as: UTF8.self)
      let range = SourceRange(file: file, start: token.lowerBound, end: token.upperBound)
      if text == ")" { depth -= 1 }
      let quote = text.utf8.first
      if quote == UInt8(ascii: "\""), text.utf8.count > 1 {
        let name = String(text.dropFirst().dropLast()).replacing("\"\"", with: "\"")
        words.append(Word(text: name, isQuotedName: true, depth: depth, range: range))
      } else {
        let isText = quote == UInt8(ascii: "'")
        words.append(Word(text: isText ? text : text.uppercased(), isText: isText, depth: depth, range: range))
      }
      if text == "(" { depth += 1 }
    }
    self.words = words
  }

  private static let verbs: Set<String> = ["SELECT", "INSERT", "REPLACE", "UPDATE", "DELETE", "VALUES"]

  /// The index of the word that says what the statement does: after `WITH`, the first verb outside of parentheses.
  private var verbIndex: Int? {
    guard words.first?.text == "WITH" else { return words.isEmpty ? nil : 0 }
    return words.firstIndex { $0.depth == 0 && !$0.isQuotedName && Self.verbs.contains($0.text) }
  }

  private func isBare(_ index: Int, _ text: String) -> Bool {
    words.indices.contains(index) && !words[index].isQuotedName && words[index].text == text
  }

  /// Whether bare words follow each other from an index on.
  private func isBare(_ texts: [String], from index: Int) -> Bool {
    texts.enumerated().allSatisfy { isBare(index + $0, $1) }
  }

  /// The name of a table from an index on, without that of a schema, and the index after it.
  private func table(at index: Int) -> (word: Word, next: Int)? {
    guard words.indices.contains(index) else { return nil }
    if isBare(index + 1, "."), words.indices.contains(index + 2) { return (words[index + 2], index + 3) }
    return (words[index], index + 1)
  }

  /// The table of `ALTER TABLE`, and the index after its name.
  private var alteredTable: (word: Word, next: Int)? {
    guard isBare(["ALTER", "TABLE"], from: 0) else { return nil }
    let start = isBare(["IF", "EXISTS"], from: 2) ? 4 : 2
    return table(at: isBare(start, "ONLY") ? start + 1 : start)
  }

  // MARK: Rules

  /// The name, in lower case, of the table of which the statement changes or deletes rows.
  var changedTable: String? {
    guard let verb = verbIndex else { return nil }
    if isBare(verb, "UPDATE") {
      // `UPDATE OR IGNORE t`, `UPDATE ONLY t`
      let start = isBare(verb + 1, "OR") ? verb + 3 : isBare(verb + 1, "ONLY") ? verb + 2 : verb + 1
      return table(at: start)?.word.name
    }
    if isBare(["DELETE", "FROM"], from: verb) {
      return table(at: isBare(verb + 2, "ONLY") ? verb + 3 : verb + 2)?.word.name
    }
    return nil
  }

  private static let transactionWords: Set<String> = [
    "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE", "VACUUM", "PREPARE",
  ]
  private static let connectionWords: Set<String> = ["PRAGMA", "ATTACH", "DETACH"]

  func transaction(_ dialect: String) -> Diagnostic? {
    guard let first = words.first, !first.isQuotedName else { return nil }
    if Self.transactionWords.contains(first.text) || dialect == "sqlite" && Self.connectionWords.contains(first.text) {
      return .transactionInScript(first.text, at: first.range)
    }
    guard isBare(0, "CREATE") || isBare(0, "DROP") || isBare(0, "REINDEX"),
      let word = words.prefix(5).first(where: { !$0.isQuotedName && $0.text == "CONCURRENTLY" })
    else { return nil }
    return .transactionInScript(word.text, at: word.range)
  }

  var updateWithoutWhere: Diagnostic? {
    guard let verb = verbIndex, changedTable != nil,
      !words[verb...].contains(where: { $0.depth == words[verb].depth && !$0.isQuotedName && $0.text == "WHERE" }),
      let end = words.last
    else { return nil }
    return .updateWithoutWhere(words[verb].text, at: words[verb].range, end: end.range)
  }

  func drop(of tables: [String: Table]) -> Diagnostic? {
    if isBare(["DROP", "TABLE"], from: 0) {
      var index = isBare(["IF", "EXISTS"], from: 2) ? 4 : 2
      while let (word, next) = table(at: index) {
        if let table = tables[word.name] {
          return .dropInOwnSQL("table '\(table.name)'", of: table.model, at: word.range)
        }
        guard isBare(next, ",") else { return nil }
        index = next + 1
      }
      return nil
    }
    guard let (name, next) = alteredTable, let table = tables[name.name] else { return nil }
    for index in next..<max(words.count, next) where isBare(index, "DROP") && words[index].depth == 0 {
      var column = isBare(index + 1, "COLUMN") ? index + 2 : index + 1
      if isBare(["IF", "EXISTS"], from: column) { column += 2 }
      guard words.indices.contains(column) else { continue }
      if let found = table.columns.first(where: { foldedName($0.name) == words[column].name }),
        words[column].isQuotedName || !["CONSTRAINT", "DEFAULT", "NOT"].contains(words[column].text)
      {
        return .dropInOwnSQL("column '\(found.name)'", of: table.model, at: words[column].range)
      }
    }
    return nil
  }

  /// Names in double quotes that SQLite would take for texts: no table of the statement has a column with this name.
  ///
  /// - Parameter tables: The tables by their folded names.
  func unqualified(_ tables: [String: Table]) -> [Diagnostic] {
    guard let verb = verbIndex, Self.verbs.contains(words[verb].text) else { return [] }
    var names: Set<String> = []
    var columns: [String] = []
    for (index, word) in words.enumerated() where !word.isText {
      let table = tables[word.name]
      if let table, names.insert(word.name).inserted { columns += table.columns.map(\.name) }
      // What the statement names by itself.
      if index > 0, isBare(index - 1, "AS") || isBare(index + 1, "AS") && words.first?.text == "WITH" {
        names.insert(word.name)
      }
      let namesTable = ["FROM", "JOIN", "INTO", "UPDATE"].contains { isBare(index - 1, $0) }
      if index > 0, namesTable, word.text != "(", table == nil {
        // A table of others, or a name that the statement gives: its columns aren't known.
        return []
      }
    }
    let known = Set(columns.map(foldedName))
    return words.indices.compactMap { index in
      let word = words[index]
      guard word.isQuotedName, !isBare(index - 1, "."), !isBare(index + 1, "."), !names.contains(word.name),
        !isAlias(index), !known.contains(word.name)
      else { return nil }
      return .unqualifiedColumn(word.text, at: word.range, nearest: nearest(word.text, in: columns))
    }
  }

  /// Whether a name follows a table or an expression, as in `FROM "accounts" "a"`.
  private func isAlias(_ index: Int) -> Bool {
    guard index > 0 else { return false }
    let before = words[index - 1]
    return before.isQuotedName || before.isText || before.text == ")"
  }

  func blockingIndex(on tables: [String: Table]) -> Diagnostic? {
    guard isBare(["CREATE", "INDEX"], from: 0) || isBare(["CREATE", "UNIQUE", "INDEX"], from: 0),
      let on = words.firstIndex(where: { !$0.isQuotedName && $0.text == "ON" }),
      let (name, _) = table(at: isBare(on + 1, "ONLY") ? on + 2 : on + 1),
      tables[name.name] != nil,
      !words.contains(where: { !$0.isQuotedName && $0.text == "CONCURRENTLY" })
    else { return nil }
    return .blockingIndex(on: name.text, at: words[0].range)
  }

  func blockingConstraint(on tables: [String: Table]) -> Diagnostic? {
    guard let (name, next) = alteredTable, tables[name.name] != nil, next < words.count else { return nil }
    let kinds = ["CHECK", "FOREIGN"]
    // Each action of the statement ends at a comma.
    var end = next
    for index in next..<words.count where index >= end && isBare(index, "ADD") && words[index].depth == 0 {
      let kind = isBare(index + 1, "CONSTRAINT") ? index + 3 : index + 1
      guard kinds.contains(where: { isBare(kind, $0) }) else { continue }
      end = words[kind...].firstIndex { $0.depth == 0 && $0.text == "," } ?? words.count
      let isUnchecked = (kind..<end).contains { isBare(["NOT", "VALID"], from: $0) && words[$0].depth == 0 }
      if !isUnchecked { return .blockingConstraint(on: name.text, at: words[index].range) }
    }
    return nil
  }
}
