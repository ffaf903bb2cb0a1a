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

private let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

/// The compiler that the tests were built with, and the modules that it built.
private enum Compiler {
  struct Message: CustomStringConvertible {
    var line: Int
    var column: Int
    var text: String

    var description: String { "\(line):\(column): \(text)" }
  }

  /// - Parameter scopeLimit: how many places the compiler's search may come to in one expression, as many on every
  ///   machine; its own limit is a million.
  static func check(_ file: URL, scopeLimit: Int = 1_000_000) throws -> [Message] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-typecheck", "-swift-version", "6", "-I", try modules().path(percentEncoded: false),
      "-diagnostic-style=llvm", "-Xfrontend", "-solver-scope-threshold=\(scopeLimit)",
      file.path(percentEncoded: false),
    ]
    let pipe = Pipe()
    process.standardError = pipe
    try process.start()
    let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let messages = output.matches(of: /(?m)^.+?:(\d+):(\d+): (?:error|warning): (.+)$/).compactMap { match in
      Int(match.1).flatMap { line in Int(match.2).map { Message(line: line, column: $0, text: String(match.3)) } }
    }
    if messages.isEmpty, process.terminationStatus != 0 { throw Failure(description: output) }
    return messages
  }

  /// Beside the tests' own binary, or above it.
  private static func modules() throws -> URL {
    var folder = URL(filePath: Bundle.main.executablePath ?? CommandLine.arguments[0]).deletingLastPathComponent()
    while folder.path.count > 1 {
      let modules = folder.appending(path: "Modules")
      if FileManager.default.fileExists(atPath: modules.appending(path: "IgataRuntime.swiftmodule").path) {
        return modules
      }
      folder.deleteLastPathComponent()
    }
    throw Failure(description: "there is no folder of built modules above \(CommandLine.arguments[0])")
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }
}
