import Foundation

/// Golden files, which are rewritten with `UPDATE_GOLDENS=1`.
public enum Golden {
  public static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"

  /// The folder of the file that calls the function.
  public static func folder(_ file: String = #filePath) -> URL {
    URL(fileURLWithPath: file).deletingLastPathComponent()
  }

  public static let repository = folder().deletingLastPathComponent().deletingLastPathComponent()

  /// The files of a folder whose names end with a suffix, sorted by name.
  public static func files(in folder: URL, ending suffix: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasSuffix(suffix) }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  /// The first difference between a text and the content of a file, or that the file was rewritten; `nil` if they are
  /// equal.
  public static func difference(_ actual: String, in file: URL) throws -> String? {
    let expected = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    guard actual != expected else { return nil }
    guard isUpdating else { return "\(file.lastPathComponent) differs:\n\(firstDifference(expected, actual))" }
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try actual.write(to: file, atomically: true, encoding: .utf8)
    return "rewrote \(file.lastPathComponent)"
  }

  /// The first line in which two texts differ.
  public static func firstDifference(_ expected: String, _ actual: String) -> String {
    let left = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let right = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(left, right).prefix { $0 == $1 }.count
    let expectedLine = line < left.count ? String(left[line]) : "(the end)"
    let actualLine = line < right.count ? String(right[line]) : "(the end)"
    return "line \(line + 1)\n  expected \(expectedLine)\n  found    \(actualLine)"
  }
}
