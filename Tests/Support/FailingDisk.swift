#if os(Linux)
import Foundation

/// A disk that fails now and then, to the programs that are run with its environment.
public final class FailingDisk: Sendable {
  private let scratch: Scratch

  /// - Throws: If `clang`, which comes with Swift, can't compile the library that stands between a program and its disk.
  public init() throws {
    scratch = try Scratch()
    let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "FailingDisk/failing_disk.c").path
    let arguments = ["-shared", "-fPIC", "-o", scratch.path("failing_disk.so"), source, "-ldl"]
    let compiled = try Program(system: "clang", arguments).run()
    guard compiled.status == 0 else { throw CocoaError(.fileNoSuchFile, userInfo: ["errors": compiled.errors]) }
  }

  /// The tests' environment, for a program of whose calls that write, bring to the disk, or shorten a file about one in
  /// `every` fails.
  public func environment(every: Int, seed: Int) -> [String: String] {
    let own = [
      "LD_PRELOAD": scratch.path("failing_disk.so"), "FAILING_SEED": "\(seed)", "FAILING_EVERY": "\(every)",
    ]
    return ProcessInfo.processInfo.environment.merging(own) { $1 }
  }
}
#endif
