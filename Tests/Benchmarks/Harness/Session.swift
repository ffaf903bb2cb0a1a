import Foundation
import Synchronization

/// What one run of the benchmarks shares: how to count, where to write, and what could not be run.
final class Session: Sendable {
  /// What a subject's cost is counted in.
  enum Unit: Sendable { case seconds, instructions }

  let unit: Unit
  /// A folder of the benchmarks' own, below the build folder.
  let scratch: URL
  /// The root of the package.
  let package: URL
  private let gaps = Mutex<[String]>([])

  init(unit: Unit) throws {
    self.unit = unit
    let binary = URL(fileURLWithPath: Self.executable).resolvingSymlinksInPath()
    scratch = binary.deletingLastPathComponent().appendingPathComponent("benchmarks.scratch")
    package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
  }

  /// The path of this program.
  static let executable = Bundle.main.executablePath ?? CommandLine.arguments[0]

  /// An empty folder below `scratch`.
  func folder(_ name: String) throws -> URL {
    let folder = scratch.appendingPathComponent(name)
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Notes that something could not be run, which the report ends with.
  func missing(_ what: String) {
    gaps.withLock { if !$0.contains(what) { $0.append(what) } }
  }

  var missing: [String] { gaps.withLock { $0 } }

  /// Tells what happens now, on standard error.
  func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

  /// The command that runs a group's probe in a process of its own.
  func probe(_ group: String, _ name: String, times: Int) -> Command {
    Command(Self.executable, ["--probe", "\(group)/\(name)", "--times", String(times)])
  }

  /// The path of a peer's program, or a note of its absence and how to install it.
  func peer(_ program: String, package name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(program)") {
      return "\(folder)/\(program)"
    }
    missing("\(program) is not installed: apt-get install \(name), or brew install \(program)")
    return nil
  }
}
