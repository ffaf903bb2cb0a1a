import Foundation
import IgataTemplates
import Testing

/// Every `.mustache` file of `Templates` is embedded, as it is.
@Test func embeddedTemplatesAreTheFiles() throws {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Templates").standardizedFileURL
  let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
  let files = paths.filter { $0.hasSuffix(".mustache") }.sorted()
  #expect(BuiltInTemplates.all.map { "\($0.name).mustache" } == files)
  for template in BuiltInTemplates.all {
    let file = folder.appendingPathComponent("\(template.name).mustache")
    #expect(try template.text == String(contentsOf: file, encoding: .utf8), "\(template.name)")
  }
}
