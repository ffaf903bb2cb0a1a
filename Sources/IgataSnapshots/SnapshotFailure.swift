/// The difference between goldens and the generated files. Its description contains all details, including a unified
/// diff.
///
/// Swift Testing and XCTest both print the description if a test doesn't catch the error.
public struct SnapshotFailure: Error, Hashable, CustomStringConvertible {
  /// Lines of text: the files that are changed, missing or unexpected, and their differences.
  public let description: String
}
