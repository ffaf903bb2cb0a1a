import Foundation
import IgataDiagnostics
import IgataSchema
import TestSupport
import Testing

/// Schemas with the expected report in their last comment.
struct FixtureTests {
  static let folder = Golden.folder().appendingPathComponent("Fixtures")

  @Test func reports() throws {
    for file in try Golden.files(in: Self.folder, ending: ".igata") {
      let (schema, _) = split(try String(contentsOf: file, encoding: .utf8))
      let resolved = Resolved(schema, name: file.lastPathComponent)
      #expect(try Golden.difference("\(schema)\n\(comment(resolved.report))", in: file) == nil)
    }
  }

  /// Schemas with their outline in their last comment.
  @Test func outlines() throws {
    for file in try Golden.files(in: Golden.folder().appendingPathComponent("Schemas"), ending: ".igata") {
      let (schema, _) = split(try String(contentsOf: file, encoding: .utf8))
      let resolved = Resolved(schema, name: file.lastPathComponent)
      #expect(resolved.report == "")
      expectConsistent(resolved.schema)
      #expect(try Golden.difference("\(schema)\n\(comment(printSchema(resolved.schema)))", in: file) == nil)
    }
  }

  /// Each kind that the sources declare is reported by a fixture.
  @Test func everyKindHasAFixture() throws {
    var reported: Set<String> = []
    for file in try Golden.files(in: Self.folder, ending: ".igata") {
      let (_, comment) = split(try String(contentsOf: file, encoding: .utf8))
      reported.formUnion(comment.matches(of: /\[([a-z-]+)\]$/.anchorsMatchLineEndings()).map { String($0.1) })
    }
    let declared = DiagnosticKind.schemaKinds.map(\.id)
    #expect(declared.count > 50)
    #expect(declared.filter { !reported.contains($0) } == [])
  }

  private func comment(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map { $0.isEmpty ? "//\n" : "// \($0)\n" }.joined()
  }

  /// The schema, and the comment at its end that begins after an empty line.
  private func split(_ text: String) -> (schema: String, comment: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last == "" { lines.removeLast() }
    var comment: [String] = []
    while let last = lines.last, last.hasPrefix("//") {
      comment.insert(lines.removeLast(), at: 0)
    }
    while lines.last == "" { lines.removeLast() }
    return (lines.joined(separator: "\n") + "\n", comment.joined(separator: "\n"))
  }
}
