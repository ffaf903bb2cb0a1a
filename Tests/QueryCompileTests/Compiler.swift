import Foundation

let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

/// The compiler that the tests were built with, and the modules that it built.
enum Compiler {
  struct Message: CustomStringConvertible {
    var line: Int
    var column: Int
    var text: String

    var description: String { "\(line):\(column): \(text)" }
  }

  /// - Parameter scopeLimit: how many scopes the compiler's search may enter in one expression, as many on every
  ///   machine; its own limit is a million.
  static func check(_ file: URL, scopeLimit: Int = 1_000_000) throws -> [Message] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-typecheck", "-swift-version", "6", "-I", try modules().path(percentEncoded: false),
      "-diagnostic-style=llvm", "-Xfrontend", "-solver-scope-threshold=\(scopeLimit)",
      file.path(percentEncoded: false),
    ]
    let pipe = Pipe()
    process.standardError = pipe
    try process.start()
    let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let messages = output.matches(of: /(?m)^.+?:(\d+):(\d+): (?:error|warning): (.+)$/).compactMap { match in
      Int(match.1).flatMap { line in Int(match.2).map { Message(line: line, column: $0, text: String(match.3)) } }
    }
    if messages.isEmpty, process.terminationStatus != 0 { throw Failure(description: output) }
    return messages
  }

  /// Beside the tests' own binary, or above it.
  private static func modules() throws -> URL {
    var folder = URL(filePath: Bundle.main.executablePath ?? CommandLine.arguments[0]).deletingLastPathComponent()
    while folder.path.count > 1 {
      let modules = folder.appending(path: "Modules")
      if FileManager.default.fileExists(atPath: modules.appending(path: "IgataRuntime.swiftmodule").path) {
        return modules
      }
      folder.deleteLastPathComponent()
    }
    throw Failure(description: "there is no folder of built modules above \(CommandLine.arguments[0])")
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }
}
