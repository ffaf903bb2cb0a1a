import Foundation
import PackagePlugin

/// Runs the igata command in the folder of the package with the given arguments.
@main
struct IgataCommandPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try run(context.tool(named: "igata").url, arguments, in: context.package.directoryURL)
    // With the first version, an enum gets a file of its own, which SwiftPM only knows when it plans the build again.
    if arguments.starts(with: ["migrate", "seal"]) {
      let manifest = context.package.directoryURL.appending(path: "Package.swift").path(percentEncoded: false)
      try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: manifest)
    }
  }

  private func run(_ tool: URL, _ arguments: [String], in folder: URL) throws {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    // igata has reported the errors, so only its exit status is passed on.
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }
}
