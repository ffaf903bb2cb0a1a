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
    let reports = try Fixtures.files(in: Fixtures.folder.appending(path: "Errors"), ending: ".igata")
      .map { String(decoding: try Fixtures.bytes($0), as: UTF8.self) }.joined()
    for kind in DiagnosticKind.syntaxKinds {
      #expect(found(bytesWithPictures(kind.page.example + "\n")) == [kind.id], "the example of \(kind)")
      #expect(found(bytesWithPictures(kind.page.fix + "\n")) == [], "the fix of \(kind)")
      #expect(reports.contains("[\(kind)]"), "\(kind) has no fixture")
    }
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
