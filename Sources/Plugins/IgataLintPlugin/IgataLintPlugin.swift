import Foundation
import PackagePlugin

/// Reports what `igata lint` finds in the schemas of a target, in each build of it.
///
/// The levels are those of `igata.json`: a warning doesn't fail the build, and an error does.
@main
struct IgataLintPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let files = target.sourceModule?.sourceFiles.map(\.url) ?? []
    guard files.contains(where: isSchema) else { return [] }
    // A folder and not its files, so that the sealed versions in it are left out.
    return [try command(target.name, [target.directoryURL], context.tool(named: "igata"))]
  }

  private func isSchema(_ file: URL) -> Bool { file.pathExtension == "igata" }

  /// The command has no outputs, so that it runs in every build, and its warnings remain.
  private func command(_ name: String, _ inputs: [URL], _ tool: PluginContext.Tool) -> Command {
    .buildCommand(
      displayName: "Linting the schemas of \(name)", executable: tool.url,
      arguments: ["lint", "--"] + inputs.map { $0.path(percentEncoded: false) }, outputFiles: [])
  }
}

#if canImport(XcodeProjectPlugin)
import XcodeProjectPlugin

extension IgataLintPlugin: XcodeBuildToolPlugin {
  func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
    let schemas = target.inputFiles.map(\.url).filter(isSchema).sorted { $0.path < $1.path }
    return schemas.isEmpty ? [] : [try command(target.displayName, schemas, context.tool(named: "igata"))]
  }
}
#endif
