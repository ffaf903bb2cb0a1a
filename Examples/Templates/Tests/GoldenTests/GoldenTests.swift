import IgataSnapshots
import Testing

/// `IGATA_RECORD=1 swift test` records what is generated, and fails once, so that somebody looks at the difference.
@Test func generatedFilesAreTheGoldens() {
  expectGenerated(schema: "../..", matches: "Goldens", options: ["--target", "sql,outputs"]) { Issue.record("\($0)") }
}
