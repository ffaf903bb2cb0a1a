import IgataTool

/// Expects that no sealed version was changed, that none is missing, and that the list of versions begins with another
/// one, if that is given: what `igata migrate lint` checks.
///
/// ```swift
/// @Test func versionsAreWhole() throws { try expectHistory(in: "../../Migrations") }
/// ```
///
/// - Parameters:
///   - folder: The folder with the file `history`.
///   - beginning: A file `history` of earlier, such as that of the last release, that this one begins with.
///   - file: The test's file. Relative paths are resolved against its folder.
/// - Throws: ``SnapshotFailure`` with each version that was changed.
public func expectHistory(
  in folder: String, beginningWith beginning: String? = nil, file: String = #filePath
) throws(SnapshotFailure) {
  let base = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
  let check = HistoryCheck(folder: folder, beginning: beginning, base: base)
  if let problem = check.problem() { throw SnapshotFailure(description: problem) }
}

/// Like ``expectHistory(in:beginningWith:file:)``, and reports a failure at the caller's line. `report` is called at
/// most once.
///
/// ```swift
/// expectHistory(in: "../../Migrations") { Issue.record("\($0)") }  // Swift Testing
/// expectHistory(in: "../../Migrations") { XCTFail("\($0)") }       // XCTest
/// ```
public func expectHistory(
  in folder: String, beginningWith beginning: String? = nil, file: String = #filePath,
  report: (SnapshotFailure) -> Void
) {
  do {
    try expectHistory(in: folder, beginningWith: beginning, file: file)
  } catch {
    report(error)
  }
}
