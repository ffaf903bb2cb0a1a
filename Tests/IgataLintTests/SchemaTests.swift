import Foundation
import IgataDiagnostics
import IgataLint
import IgataSyntax
import TestSupport
import Testing

/// Realistic schemas, with the linter's report next to each.
struct SchemaTests {
  static let folder = Golden.folder().appendingPathComponent("Schemas")
  static let samples = Golden.repository.appendingPathComponent("Tests/Samples")

  @Test func reports() throws {
    let schemas = try Golden.files(in: Self.folder, ending: ".igata")
    #expect(schemas.count >= 12)
    for file in try schemas + Golden.files(in: Self.samples, ending: ".igata") {
      let name = file.deletingPathExtension().lastPathComponent
      for preset in [LintPreset.standard, .strict] {
        let run = try Self.run(file, preset)
        #expect(run.errors.isEmpty, "\(name)")
        let report = renderText(run.report.findings, files: run.files, color: false)
        #expect(try Golden.difference(report, in: Self.folder.appendingPathComponent("\(name).\(preset.rawValue).txt")) == nil)
      }
    }
  }

  /// Incomplete schemas, as editors often have them.
  @Test func brokenSchemasAreLintedToo() throws {
    for file in try Golden.files(in: Self.folder, ending: ".igata") {
      let bytes = Array(try Data(contentsOf: file))
      for end in stride(from: 7, to: bytes.count, by: 601) {
        let source = SourceFile(name: "half.igata", bytes: Array(bytes[..<end]))
        #expect(LintRun([source], .all(.strict)).files.count == 1)
      }
      for start in stride(from: 3, to: bytes.count, by: 1103) {
        let source = SourceFile(
          name: "hole.igata", bytes: Array(bytes[..<start] + bytes[min(start + 23, bytes.count)...]))
        #expect(LintRun([source], .all(.strict)).files.count == 1)
      }
    }
  }

  static func run(_ file: URL, _ preset: LintPreset) throws -> LintRun {
    let source = SourceFile(name: file.lastPathComponent, bytes: Array(try Data(contentsOf: file)))
    return LintRun([source], .all(preset))
  }
}

extension LintSettings {
  /// All rules with their levels of the preset, for every engine.
  static func all(_ preset: LintPreset) -> LintSettings {
    LintSettings(preset: preset, targets: LintTargets(dialects: SQLDialect.allCases))
  }
}
