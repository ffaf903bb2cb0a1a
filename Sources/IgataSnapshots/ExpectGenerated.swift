import IgataTool

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Whether the tests were started with `IGATA_RECORD=1`, which is the only switch that records goldens.
public var isRecordingSnapshots: Bool {
  guard let value = getenv("IGATA_RECORD") else { return false }
  return String(cString: value) == "1"
}

/// Expects that a folder contains exactly the files that a schema generates, with the same contents.
///
/// The error fails tests of both Swift Testing and XCTest, so that this function needs neither:
///
/// ```swift
/// @Test func generatedCodeIsReviewed() throws {
///   try expectGenerated(schema: "Schema", matches: "Goldens")
/// }
/// ```
///
/// If the tests were started with `IGATA_RECORD=1`, the test updates the folder, and fails if anything changed, so that
/// the recorded changes are reviewed. The folder keeps a hidden list of recorded files. A file that isn't on the list
/// is neither replaced nor removed.
///
/// - Parameters:
///   - schema: A file or a folder, as for `igata generate`. Its `igata.json` is used, except for `output`.
///   - goldens: The folder with the expected files. Hidden files in it are ignored.
///   - options: Additional options of `igata generate`: `--target`, `--dialect`, `--access` and `--templates`, each
///     followed by its value.
///   - isRecording: Whether the folder is updated.
///   - file: The test's file. Relative paths are resolved against its folder.
/// - Throws: ``SnapshotFailure`` if the folder differs or was updated, or if nothing can be generated.
public func expectGenerated(
  schema: String, matches goldens: String, options: [String] = [], isRecording: Bool = isRecordingSnapshots,
  file: String = #filePath
) throws(SnapshotFailure) {
  let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
  let snapshot = Snapshot(schema: schema, goldens: goldens, options: options, base: folder)
  if let text = snapshot.compare(isRecording: isRecording) { throw SnapshotFailure(description: text) }
}

/// Expects that a folder contains exactly the files that a schema generates, and reports a failure at the caller's
/// line.
///
/// ```swift
/// expectGenerated(schema: "Schema", matches: "Goldens") { Issue.record("\($0)") }  // Swift Testing
/// expectGenerated(schema: "Schema", matches: "Goldens") { XCTFail("\($0)") }       // XCTest
/// ```
///
/// Everything else is the same as without `report`, which is called at most once.
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
