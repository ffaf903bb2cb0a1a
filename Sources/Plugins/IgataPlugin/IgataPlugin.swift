import Foundation
import PackagePlugin

/// Generates the models of a target's schemas before the target is compiled.
@main
struct IgataPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let files = target.sourceModule?.sourceFiles.map(\.url) else { return [] }
    let generation = Generation(files: files, output: context.pluginWorkDirectoryURL)
    return try generation.commands(name: target.name) { try context.tool(named: "igata").url }
  }
}

#if canImport(XcodeProjectPlugin)
import XcodeProjectPlugin

extension IgataPlugin: XcodeBuildToolPlugin {
  func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
    let generation = Generation(files: target.inputFiles.map(\.url), output: context.pluginWorkDirectoryURL)
    return try generation.commands(name: target.displayName) { try context.tool(named: "igata").url }
  }
}
#endif
