import Foundation
import IgataDiagnostics
import IgataSchema
import TestSupport
import Testing

struct SampleTests {
  static func samples() throws -> [URL] {
    try Golden.files(in: Golden.repository.appendingPathComponent("Tests/Samples"), ending: ".igata")
  }

  /// All samples resolve without a finding, to the schemas in the golden files.
  @Test func goldens() throws {
    let goldens = Golden.folder().appendingPathComponent("Goldens")
    let samples = try Self.samples()
    #expect(samples.count >= 5)
    for file in samples {
      let name = file.lastPathComponent
      let resolved = Resolved(try String(contentsOf: file, encoding: .utf8), name: name)
      #expect(resolved.report == "")
      expectConsistent(resolved.schema)
      let stem = file.deletingPathExtension().lastPathComponent
      #expect(try Golden.difference(printSchema(resolved.schema), in: goldens.appendingPathComponent("\(stem).schema.txt")) == nil)
      let json = String(decoding: schemaJSON(resolved.schema, files: resolved.files), as: UTF8.self)
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(json.utf8)) }
      #expect(try Golden.difference(json, in: goldens.appendingPathComponent("\(stem).schema.json")) == nil)
    }
  }

  /// The order of the files doesn't affect the result, whether they are valid or not.
  @Test func orderOfFilesMeansNothing() throws {
    let parts = [
      ("b.igata", "model Account {\n  id: UUID = uuid() @primaryKey\n  owner: Person\n  kind: Kind = .cash\n}\n"),
      ("a.igata", "model Person {\n  id: UUID = uuid() @primaryKey\n  accounts: [Account] @inverse(owner)\n}\n"),
      ("c.igata", "enum Kind {\n  case cash\n}\nmodel Person {\n  name: Strng\n}\ntype Kind = Int\n"),
    ]
    let files = parts.map { SourceFile(name: $0.0, text: $0.1) }
    func picture(_ files: [SourceFile]) -> [String] {
      let resolved = Resolved(files)
      let report = resolved.diagnostics.map { renderText([$0], files: files, color: false) }.sorted()
      return [
        printSchema(resolved.schema), String(decoding: schemaJSON(resolved.schema, files: files), as: UTF8.self),
      ] + report
    }
    let expected = picture(files)
    #expect(expected.count == 6)
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      #expect(picture(order.map { files[$0] }) == expected)
    }
  }

  @Test func pluralTables() {
    let names = ["Account", "Category", "Box", "Dish", "Day", "URLPath", "口座", "Class"]
    let text = names.map { "model \($0) {\n  id: Int @primaryKey\n}\n" }.joined()
    let resolved = Resolved(
      [SourceFile(name: "a.igata", text: text)], options: ResolveOptions(names: NamingRules(isPlural: true)))
    #expect(
      resolved.schema.models.map(\.table)
        == ["accounts", "categories", "boxes", "dishes", "days", "url_paths", "口座", "classes"])
  }
}
