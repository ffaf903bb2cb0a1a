import Foundation

/// A program of the package, which is built beside the tests.
func builtExecutable(_ name: String) throws -> URL {
  let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
  var folder = tests.deletingLastPathComponent()
  for _ in 0..<5 {
    let candidate = folder.appendingPathComponent(name)
    if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
    folder = folder.deletingLastPathComponent()
  }
  throw CocoaError(.fileNoSuchFile)
}
