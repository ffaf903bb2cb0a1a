import IgataTool

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Whether the tests were started with `IGATA_RECORD=1`: the one switch that has goldens recorded.
public var isRecordingSnapshots: Bool {
  guard let value = getenv("IGATA_RECORD") else { return false }
  return String(cString: value) == "1"
}

/// Expects that a folder holds what a schema generates: each file as it is, none missing, and no other.
///
/// An error fails a test of Swift Testing as well as one of XCTest, so that this serves both and needs neither:
///
/// ```swift
/// @Test func generatedCodeIsReviewed() throws {
///   try expectGenerated(schema: "Schema", matches: "Goldens")
/// }
/// ```
///
/// Started with `IGATA_RECORD=1`, the test brings the folder to what is generated, and fails where that changed
/// anything: what was recorded wants to be looked at. The folder keeps a hidden list of what was recorded
/// into it; a file that is not on the list is neither replaced nor removed.
///
/// - Parameters:
///   - schema: A file or a folder, as `igata generate` takes it; its `igata.json` counts, but for `output`.
///   - goldens: The folder that holds what should be generated. Hidden files in it do not count.
///   - options: What else `igata generate` is told: `--target`, `--dialect`, `--access` and `--templates`, each with
///     its value behind it.
///   - isRecording: Whether the folder is brought to what is generated.
///   - file: The test's file. Relative paths count from its folder.
/// - Throws: ``SnapshotFailure`` where the folder is another, was recorded, or where nothing can be generated.
public func expectGenerated(
  schema: String, matches goldens: String, options: [String] = [], isRecording: Bool = isRecordingSnapshots,
  file: String = #filePath
) throws(SnapshotFailure) {
  let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
  let snapshot = Snapshot(schema: schema, goldens: goldens, options: options, base: folder)
  if let text = snapshot.compare(isRecording: isRecording) { throw SnapshotFailure(description: text) }
}

/// Expects that a folder holds what a schema generates, and has a failure reported at the line that asks for it.
///
/// ```swift
/// expectGenerated(schema: "Schema", matches: "Goldens") { Issue.record("\($0)") }  // Swift Testing
/// expectGenerated(schema: "Schema", matches: "Goldens") { XCTFail("\($0)") }       // XCTest
/// ```
///
/// All else is as without `report`.
///
/// - Parameter report: Is called at most once.
public func expectGenerated(
  schema: String, matches goldens: String, options: [String] = [], isRecording: Bool = isRecordingSnapshots,
  file: String = #filePath, report: (SnapshotFailure) -> Void
) {
  do {
    try expectGenerated(schema: schema, matches: goldens, options: options, isRecording: isRecording, file: file)
  } catch {
    report(error)
  }
}
