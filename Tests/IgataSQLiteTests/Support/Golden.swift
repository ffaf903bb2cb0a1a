import Foundation
import Testing

/// Holds a text against the file of the same name in `Goldens`. `UPDATE_GOLDENS=1` rewrites the file, and fails where
/// that changed something.
func expectGolden(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  let file = folder.appending(path: "Goldens/\(name)")
  let expected = try? String(contentsOf: file, encoding: .utf8)
  if expected != text, ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
    try text.write(to: file, atomically: true, encoding: .utf8)
    Issue.record("\(name) was rewritten", sourceLocation: sourceLocation)
    return
  }
  #expect(expected == text, "\(name) differs: UPDATE_GOLDENS=1 rewrites it", sourceLocation: sourceLocation)
}
