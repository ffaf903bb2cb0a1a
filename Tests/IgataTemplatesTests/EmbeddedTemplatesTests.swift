import Foundation
import IgataTemplates
import Testing

/// The literals in `Templates/Embedded.swift` are equal to the `.mustache` files in the same folder.
@Test func embeddedTemplatesAreTheFiles() throws {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Templates").standardizedFileURL
  let expected = try literals(of: folder)
  let file = folder.appendingPathComponent("Embedded.swift")
  let written = try? String(contentsOf: file, encoding: .utf8)
  if written != expected {
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try expected.write(to: file, atomically: true, encoding: .utf8)
    }
    Issue.record("Templates/Embedded.swift is not what the templates are; run the tests with UPDATE_GOLDENS=1")
  }
}

private func literals(of folder: URL) throws -> String {
  var text = "// Written by the tests from the .mustache files (UPDATE_GOLDENS=1). Edit those, not this file.\n\n"
  text += "extension BuiltInTemplates {\n  static let embedded: [(name: String, text: String)] = [\n"
  let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
  for path in paths.filter({ $0.hasSuffix(".mustache") }).sorted() {
    let body = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    text += "    (\n      \"\(path.dropLast(".mustache".count))\",\n      ##\"\"\"\n\(body)\n\"\"\"##\n    ),\n"
  }
  return text + "  ]\n}\n"
}
