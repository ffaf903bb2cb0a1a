import Foundation
import IgataDiagnostics
import IgataSyntax
import Testing

@Suite struct ErrorTests {
  /// Each fixture is a schema that ends with a run of `//` lines: the expected report.
  @Test func fixturesGiveTheReportInTheirLastComment() throws {
    for file in try Fixtures.files(in: Fixtures.folder.appending(path: "Errors"), ending: ".igata") {
      let text = String(decoding: try Fixtures.bytes(file), as: UTF8.self)
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      while lines.last == "" { lines.removeLast() }
      while lines.last?.hasPrefix("//") == true { lines.removeLast() }
      let schema = lines.joined(separator: "\n")
      let source = SourceFile(name: file.lastPathComponent, bytes: bytesWithPictures(schema))
      let report = renderText(parse(source, file: 0).diagnostics, files: [source], color: false)
      let comment = report.split(separator: "\n").map { "// \($0)\n" }.joined()
      try Fixtures.expect("\(schema)\n\(comment)", equals: file)
    }
  }

  /// The page of each kind contains an example that reports only that kind, and a fix that reports nothing.
  @Test func pagesGiveWhatTheyExplain() throws {
    let folder = Fixtures.repository.appending(path: "Sources/IgataSyntax/Diagnostics")
    let reports = try Fixtures.files(in: Fixtures.folder.appending(path: "Errors"), ending: ".igata")
      .map { String(decoding: try Fixtures.bytes($0), as: UTF8.self) }.joined()
    var ids: Set<String> = []
    for file in try Fixtures.files(in: folder, ending: ".swift") {
      let page = Page(String(decoding: try Fixtures.bytes(file), as: UTF8.self))
      guard let id = page.id else {
        #expect(file.lastPathComponent == "Replacement.swift")
        continue
      }
      ids.insert(id)
      try #require(page.examples.count == 2, "\(id) needs an example and a fix")
      #expect(found(page.examples[0]) == [id], "the example of \(id)")
      #expect(found(page.examples[1]) == [], "the fix of \(id)")
      #expect(reports.contains("[\(id)]"), "\(id) has no fixture")
    }
    #expect(ids.count >= 30)
  }

  /// A file in another encoding is reported as one error with the encoding's name, regardless of its bytes.
  @Test(arguments: [
    ("UTF-16", [0xFF, 0xFE] as [UInt8], 2, 0), ("UTF-16", [0xFE, 0xFF], 2, 1), ("UTF-16", [], 2, 0),
    ("UTF-16", [], 2, 1), ("UTF-32", [0xFF, 0xFE, 0, 0], 4, 0), ("UTF-32", [0, 0, 0xFE, 0xFF], 4, 3),
  ])
  func otherEncodingsAreOneError(_ name: String, _ mark: [UInt8], width: Int, offset: Int) {
    let text = "// 口座\nmodel A {\n  id: Int @primaryKey\n}\n".replacing("口座", with: "Account")
    let bytes = text.utf8.flatMap { byte in (0..<width).map { $0 == offset ? byte : 0 } }
    let found = parse(SourceFile(name: "wide.igata", bytes: mark + bytes), file: 0).diagnostics
    #expect(found.map(\.message) == ["the file is \(name), not UTF-8"])
  }

  private func found(_ bytes: [UInt8]) -> [String] {
    parse(SourceFile(name: "page.igata", bytes: bytes), file: 0).diagnostics.map(\.kind.id)
  }
}

/// The documentation comment of a diagnostic kind.
private struct Page {
  var id: String?
  var examples: [[UInt8]] = []

  init(_ source: String) {
    var example: [String]?
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      if let start = line.range(of: "DiagnosticKind(\"") {
        id = String(line[start.upperBound...].prefix { $0 != "\"" })
        return
      }
      guard line.hasPrefix("  ///") else { continue }
      let words = String(line.dropFirst(line.hasPrefix("  /// ") ? 6 : 5))
      if words == "```igata" {
        example = []
      } else if words == "```", let lines = example {
        examples.append(bytesWithPictures(lines.joined(separator: "\n") + "\n"))
        example = nil
      } else {
        example?.append(words)
      }
    }
  }
}

/// In an example, `�` represents a byte that isn't UTF-8, and the pictures U+2400… represent control characters.
private func bytesWithPictures(_ text: String) -> [UInt8] {
  text.unicodeScalars.flatMap { scalar -> [UInt8] in
    switch scalar.value {
    case 0xFFFD: [0xFF]
    case 0x2400...0x241F: [UInt8(scalar.value - 0x2400)]
    default: Array(String(scalar).utf8)
    }
  }
}
