import IgataSnapshots
import Testing

/// `IGATA_RECORD=1 swift test` records the generated files, and fails once, so that the differences are reviewed.
@Test func generatedFilesAreTheGoldens() {
  expectGenerated(schema: "../..", matches: "Goldens", options: ["--target", "sql,outputs"]) { Issue.record("\($0)") }
}
