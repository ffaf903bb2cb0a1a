/// Why goldens and what is generated do not agree; its description says all of it, with a unified difference.
///
/// Swift Testing and XCTest both print the description where a test lets the error pass.
public struct SnapshotFailure: Error, Hashable, CustomStringConvertible {
  /// Lines of text: which files are changed, missing or there without reason, and in what they differ.
  public let description: String
}
