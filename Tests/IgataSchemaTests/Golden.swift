import Foundation
import Testing

/// Golden files next to the tests, which are rewritten with `UPDATE_GOLDENS=1`.
enum Golden {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  static let repository = folder.deletingLastPathComponent().deletingLastPathComponent()
  static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"

  static func files(in folder: URL, ending suffix: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasSuffix(suffix) }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  /// Compares a text with the content of a file. A run that rewrites the file fails.
  static func expect(_ actual: String, in file: URL) throws {
    let expected = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    guard actual != expected else { return }
    if isUpdating {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try actual.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("rewrote \(file.lastPathComponent)")
    } else {
      Issue.record("\(file.lastPathComponent) differs:\n\(firstDifference(expected, actual))")
    }
  }

  static func firstDifference(_ expected: String, _ actual: String) -> String {
    let left = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let right = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(left, right).prefix { $0 == $1 }.count
    let expectedLine = line < left.count ? String(left[line]) : "(the end)"
    let actualLine = line < right.count ? String(right[line]) : "(the end)"
    return "line \(line + 1)\n  expected \(expectedLine)\n  found    \(actualLine)"
  }
}
