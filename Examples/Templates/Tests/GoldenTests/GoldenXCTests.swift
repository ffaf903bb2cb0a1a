import IgataSnapshots
import XCTest

/// The same with XCTest.
final class GoldenXCTests: XCTestCase {
  func testGeneratedFilesAreTheGoldens() {
    expectGenerated(schema: "../..", matches: "Goldens", options: ["--target", "sql,outputs"]) { XCTFail("\($0)") }
  }

  /// An error that a test rethrows fails it too.
  func testGeneratedFilesAreTheGoldensOrThrow() throws {
    try expectGenerated(schema: "../..", matches: "Goldens", options: ["--target", "sql,outputs"])
  }
}
