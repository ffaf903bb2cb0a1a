import Foundation
import Testing

/// The house rules that a machine can hold.

let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// Every Swift file below the folders, with its text.
func swiftFiles(_ folders: String...) throws -> [(path: String, text: String)] {
  try folders.flatMap { folder in
    let base = root.appendingPathComponent(folder)
    let paths = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
    return try paths.filter { $0.hasSuffix(".swift") && !$0.contains(".build") }.sorted().map {
      ("\(folder)/\($0)", try String(contentsOf: base.appendingPathComponent($0), encoding: .utf8))
    }
  }
}

private func report(_ problems: [String]) {
  #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
}

/// Which modules each target may import, beside those of the platform.
@Test func importsGoOneWay() throws {
  let allowed: [String: Set<String>] = [
    "IgataTables": [],
    "IgataDiagnostics": [],
    "IgataSyntax": ["IgataDiagnostics"],
    "IgataSchema": ["IgataDiagnostics", "IgataSyntax", "IgataTables"],
    "IgataLint": ["IgataDiagnostics", "IgataSyntax", "IgataTables", "IgataSchema"],
    "IgataTemplateLanguage": ["IgataDiagnostics"],
    "IgataGeneration": [
      "IgataDiagnostics", "IgataSyntax", "IgataTables", "IgataSchema", "IgataEvolution", "IgataTemplateLanguage",
      "IgataTemplates",
    ],
    "IgataEvolution": ["IgataDiagnostics", "IgataSyntax", "IgataTables", "IgataSchema"],
    "IgataTool": [
      "IgataDiagnostics", "IgataSyntax", "IgataTables", "IgataSchema", "IgataLint", "IgataTemplateLanguage",
      "IgataTemplates", "IgataGeneration", "IgataEvolution", "IgataEditing",
    ],
    "IgataEditing": [
      "IgataDiagnostics", "IgataSyntax", "IgataTables", "IgataSchema", "IgataLint", "IgataGeneration",
    ],
    "IgataSnapshots": ["IgataTool"],
    "igata": ["IgataTool"],
    "Plugins": ["PackagePlugin", "XcodeProjectPlugin", "Foundation"],
    "IgataRuntime": ["IgataTables"],
    "IgataRouting": ["IgataTables", "IgataRuntime"],
    "IgataSamples": ["IgataTables", "IgataRuntime"],
    "IgataSQL": ["IgataTables", "IgataRuntime"],
    "IgataSQLite": ["IgataTables", "IgataRuntime", "IgataSQL"],
    "IgataPostgreSQL": ["IgataTables", "IgataRuntime", "IgataSQL", "CPostgreSQL"],
    "IgataTemplates": ["CIgataTemplates"],
    "IgataHTTP": ["IgataTables", "IgataRuntime", "CCurl", "Security"],
    "IgataSwiftUI": ["IgataTables", "IgataRuntime", "SwiftUI"],
    "IgataTesting": ["IgataTables", "IgataRuntime", "IgataSamples"],
    "IgataDatabase": [
      "IgataTables", "IgataSchema", "IgataEvolution", "IgataTool", "IgataIntrospection", "IgataRuntime", "IgataSamples",
      "IgataSQL", "IgataSQLite", "IgataPostgreSQL",
    ],
    "IgataIntrospection": [
      "IgataDiagnostics", "IgataSyntax", "IgataTables", "IgataSchema", "IgataLint", "IgataRuntime", "IgataSQL",
    ],
    "igata-database": ["IgataDatabase"],
  ]
  let platform: Set<String> = ["Glibc", "Musl", "Darwin", "MachO", "FoundationEssentials", "Synchronization"]
  let runtimeOnly: Set<String> = [
    "Foundation", "FoundationNetworking", "Dispatch", "Observation", "SQLite3", "CSQLite",
  ]
  var problems: [String] = []
  for (path, text) in try swiftFiles("Sources") {
    let target = String(path.split(separator: "/")[1])
    guard let own = allowed[target] else {
      problems.append("\(path): target \(target) has no row in this test")
      continue
    }
    let isRuntime = [
      "IgataRuntime", "IgataRouting", "IgataSamples", "IgataSQL", "IgataSQLite", "IgataPostgreSQL", "IgataHTTP",
      "IgataSwiftUI", "IgataTesting", "IgataDatabase", "igata-database",
    ].contains(target)
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let keyword = words.firstIndex(of: "import"), keyword <= 1, keyword + 1 < words.count else { continue }
      let module = String(words[keyword + 1].split(separator: ".")[0])
      if own.contains(module) || platform.contains(module) || (isRuntime && runtimeOnly.contains(module)) { continue }
      problems.append("\(path): may not import \(module)")
    }
  }
  report(problems)
}

/// Files that hold one concept are short.
@Test func filesAreShort() throws {
  report(
    try swiftFiles("Sources").compactMap { path, text in
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
      return lines > 400 ? "\(path): \(lines) lines" : nil
    })
}

/// Lines have at most 120 characters.
@Test func linesAreShort() throws {
  var problems: [String] = []
  for (path, text) in try swiftFiles("Sources") {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.count > 120 { problems.append("\(path):\(index + 1): \(line.count) characters") }
    }
  }
  report(problems)
}

/// What could end the process, and what hides a race, needs a proof in the line above or is not allowed.
@Test func nothingTraps() throws {
  let forbidden = ["try!", "as!", "fatalError(", "preconditionFailure(", "precondition("]
  var problems: [String] = []
  for (path, text) in try swiftFiles("Sources", "Examples") {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let code = line.trimmingCharacters(in: .whitespaces)
      if code.hasPrefix("//") { continue }
      let isProven = index > 0 && lines[index - 1].contains("// Ends the process")
      for word in forbidden where code.contains(word) && !isProven { problems.append("\(path):\(index + 1): \(word)") }
      if code.contains("@unchecked Sendable") {
        let above = lines[..<index].suffix(6).joined(separator: "\n")
        if !above.contains("@unchecked Sendable") { problems.append("\(path):\(index + 1): no proof above it") }
      }
    }
  }
  report(problems)
}

/// The commands and links of the README, and of the pages that it leads to first, lead somewhere.
@Test func readmeIsTrue() throws {
  var problems: [String] = []
  let documents = [
    "README.md", "Sources/README.md", ".github/CHANGELOG.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md",
  ]
  for document in documents.map({ root.appendingPathComponent($0) }) {
    for match in try String(contentsOf: document, encoding: .utf8).matches(of: /\]\(([^)#]+)\)/) {
      let target = String(match.1)
      if target.contains("://") { continue }
      let file = document.deletingLastPathComponent().appendingPathComponent(target)
      if !FileManager.default.fileExists(atPath: file.path) { problems.append("\(document.path): no file \(target)") }
    }
  }
  for command in ["Examples/quickstart", "Tests/run", ".ci/run"] {
    if !FileManager.default.isExecutableFile(atPath: root.appendingPathComponent(command).path) {
      problems.append("\(command) can't be run")
    }
  }
  report(problems)
}

/// SwiftPM looks for the system packages of a manifest whichever product is built, and warns where one is missing. So
/// only those are named that the default backend needs, or that a trait keeps away.
@Test func noMissingPackageIsReportedToOthers() throws {
  let manifest = try String(contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)
  let named = manifest.matches(of: /pkgConfig: "(\w+)"/).map { String($0.1) }
  #expect(Set(named) == ["sqlite3", "libpq"])
}

/// What users of the runtime see is documented. Underscored names are for generated code, and what conforms to a
/// protocol is documented there.
@Test func runtimeIsDocumented() throws {
  let declaration =
    /^\s*(public|open) (static |final |mutating |indirect |prefix |convenience )*(func|var|let|struct|enum|class|protocol|init|subscript)\b/
  let inherited = [
    "init(from", "encode(to", "hash(into", "init(row", "write(to row", "init(dictionary", "func convert(", "func prepare(", "func begin(",
    "func beginStreaming(", "func changesFromOutside(", "var catalogDialect", "func foundDatabase(", "func texts(", "func writeLimit(", "typealias ", "init(_",
    "func _", "var _",
    "static func == ", "static func < ",
  ]
  var problems: [String] = []
  for (path, text) in try swiftFiles(
    "Sources/IgataRuntime", "Sources/IgataRouting", "Sources/IgataSamples", "Sources/IgataSQLite", "Sources/IgataHTTP",
    "Sources/IgataSwiftUI", "Sources/IgataTesting", "Sources/IgataSnapshots"
  ) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (index, line) in lines.enumerated() where line.firstMatch(of: declaration) != nil {
      if inherited.contains(where: { line.contains($0) }) { continue }
      var above = index - 1
      while above >= 0, isModifier(lines[above]) { above -= 1 }
      if above < 0 || !lines[above].drop(while: { $0 == " " }).hasPrefix("///") {
        problems.append("\(path):\(index + 1): \(line.trimmingCharacters(in: .whitespaces))")
      }
    }
  }
  report(problems)
}

private func isModifier(_ line: String) -> Bool {
  let code = line.trimmingCharacters(in: .whitespaces)
  return code.hasPrefix("@") || code.hasPrefix("nonisolated(")
}

/// Each kind of diagnostic has an id of its own: `igata explain` finds one page under it.
@Test func diagnosticIDsAreUnique() throws {
  var paths: [String: String] = [:]
  var problems: [String] = []
  for (path, text) in try swiftFiles("Sources") {
    for match in text.matches(of: /static let \w+ = (?:DiagnosticKind|LintRule)\(\s*"([^"]+)"/) {
      let id = String(match.1)
      if let other = paths.updateValue(path, forKey: id) { problems.append("\(id): \(other) and \(path)") }
    }
  }
  #expect(paths.count > 90)
  report(problems)
}
