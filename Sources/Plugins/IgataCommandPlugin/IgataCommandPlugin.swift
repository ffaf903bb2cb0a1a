import Foundation
import PackagePlugin

/// Runs the igata command in the folder of the package with the given arguments.
@main
struct IgataCommandPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try run(context.tool(named: "igata").url, arguments, in: context.package.directoryURL)
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
