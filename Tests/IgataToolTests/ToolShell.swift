import Foundation
import TestSupport

let testsFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
let packageFolder = testsFolder.deletingLastPathComponent().deletingLastPathComponent()

let updatesGoldens = ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"

extension Scratch {
  /// A shell that runs `command` in the folder, with `igata` in its path and a minimal environment.
  func shell(_ command: String) -> Program {
    Program(
      shell: command, in: folder,
      environment: ["PATH": "\(BuiltProducts.folder.path):/usr/bin:/bin", "LC_ALL": "C", "PWD": folder.path])
  }

  /// Runs a shell command to its end.
  func run(_ command: String) throws -> Outcome { try shell(command).run() }
}
