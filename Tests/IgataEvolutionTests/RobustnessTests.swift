import Foundation
import IgataEvolution
import TestSupport
import Testing

/// Any two schemas can be compared, however little they have in common.
struct RobustnessTests {
  private static func schemas() throws -> [String] {
    let samples = Golden.repository.appendingPathComponent("Tests/Samples")
    let texts = try Golden.files(in: samples, ending: ".igata").map { try String(contentsOf: $0, encoding: .utf8) }
    return try texts
      + Golden.files(in: FixtureTests.folder, ending: ".igata").flatMap { try FixtureTests.cases(in: $0) }.map(\.new)
  }

  @Test func anyTwoSchemas() throws {
    let schemas = try Self.schemas()
    #expect(schemas.count > 30)
    for old in schemas {
      for new in schemas {
        let step = Step(old, new)
        guard step.errors == "" else { continue }
        _ = step.report
        _ = planSQLite(step.evolution).text
      }
    }
  }

  /// A schema compared with itself has no changes, and no statements.
  @Test func nothingChanges() throws {
    for schema in try Self.schemas() {
      let step = Step(schema, schema)
      // What is renamed in one step can't be renamed again.
      guard step.errors == "", !schema.contains("@renamed") else { continue }
      #expect(step.evolution.changes.map(\.message) == [])
      #expect(planSQLite(step.evolution).text == "")
    }
  }
}
