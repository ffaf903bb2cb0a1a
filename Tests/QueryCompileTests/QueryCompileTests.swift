import Foundation
import TestSupport
import Testing

/// What is right passes within a bound on the compiler's search, and so at once.
@Test func rightConditionsPass() throws {
  let messages = try Compiler.check(fixtures.appending(path: "right.swift"), scopeLimit: 1000)
  #expect(messages.isEmpty, "\(messages)")
}

/// What is wrong has a short message at the term that is wrong, and nowhere else. What stands behind `// wrong: ` is in
/// the message.
@Test func messagesStandAtTheWrongTerm() throws {
  let file = fixtures.appending(path: "wrong.swift")
  let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
  let wrong = Set(lines.indices.filter { lines[$0].contains("  // wrong") }.map { $0 + 1 })
  let messages = try Compiler.check(file)
  var problems: [String] = []
  for message in messages where !wrong.contains(message.line) { problems.append("nothing is wrong here: \(message)") }
  for line in wrong.sorted() {
    let own = messages.filter { $0.line == line }
    if own.isEmpty { problems.append("line \(line) passes") }
    let text = lines[line - 1]
    let parts = text.split(separator: "// wrong", maxSplits: 1)
    let term = text.prefix { $0 == " " || $0 == "&" || $0 == "!" }.count..<parts[0].count
    if parts.count > 1, !own.contains(where: { $0.text.contains(parts[1].dropFirst(2)) }) {
      problems.append("line \(line) has another message: \(own)")
    }
    for message in own {
      if !term.contains(message.column - 1) { problems.append("not at the term: \(message)") }
      // What stands in parentheses says which columns there are, as many as the model has.
      let said = message.text.replacing(#/\ \(aka '[^']*'\)/#, with: "")
      if said.count > 160 { problems.append("too long: \(message)") }
    }
  }
  #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
}

/// Queries.md quotes the message of a file that lacks the import.
@Test func theMessageOfAMissingImportIsTheDocumentedOne() throws {
  let messages = try Compiler.check(fixtures.appending(path: "missing-import.swift"))
  #expect(messages.contains { $0.text == "static method 'where' requires that 'Bool' conform to 'ConditionTerm'" })
}
