import Foundation
import Testing

/// The fixture files of the tests, which are rewritten if `UPDATE_GOLDENS` is set.
enum Fixtures {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
  static let samples = folder.deletingLastPathComponent().deletingLastPathComponent().appending(path: "Samples")
  static let repository = samples.deletingLastPathComponent().deletingLastPathComponent()

  static var updates: Bool { ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" }

  static func files(in folder: URL, ending: String) throws -> [URL] {
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasSuffix(ending) }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    try #require(!files.isEmpty, "no \(ending) in \(folder.lastPathComponent)")
    return files
  }

  static func bytes(_ file: URL) throws -> [UInt8] { Array(try Data(contentsOf: file)) }

  /// Compares with the content of the golden file. A run that rewrites a golden file fails.
  static func expect(_ actual: String, equals golden: URL, _ location: SourceLocation = #_sourceLocation) throws {
    let expected = (try? Data(contentsOf: golden)).map { String(decoding: $0, as: UTF8.self) }
    guard actual != expected else { return }
    if updates {
      try Data(actual.utf8).write(to: golden)
      Issue.record("rewrote \(golden.lastPathComponent)", sourceLocation: location)
    } else {
      Issue.record(
        "\(golden.lastPathComponent) differs\n--- expected\n\(expected ?? "")\n--- actual\n\(actual)",
        sourceLocation: location)
    }
  }
}
