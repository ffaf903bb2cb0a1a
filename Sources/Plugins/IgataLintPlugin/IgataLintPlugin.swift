import Foundation
import PackagePlugin

/// Reports what `igata lint` finds in the schemas of a target, in a build after they or `igata.json` have changed.
///
/// The levels are those of `igata.json`: a warning doesn't fail the build, and an error does.
@main
struct IgataLintPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let schemas = (target.sourceModule?.sourceFiles.map(\.url) ?? []).filter(isSchema)
    guard !schemas.isEmpty else { return [] }
    // A folder and not its files, so that the sealed versions in it are left out.
    return [try command(target.name, schemas, operands: [target.directoryURL], context.tool(named: "igata"))]
  }

  private func isSchema(_ file: URL) -> Bool { file.pathExtension == "igata" }

  private func command(_ name: String, _ schemas: [URL], operands: [URL], _ tool: PluginContext.Tool) -> Command {
    let settings = Set(schemas.flatMap(settings)).sorted { $0.path < $1.path }
    return .buildCommand(
      displayName: "Linting the schemas of \(name)", executable: tool.url,
      arguments: ["lint", "--"] + operands.map { $0.path(percentEncoded: false) }, inputFiles: schemas + settings,
      outputFiles: [])
  }

  /// The files `igata.json` in the folders above a schema, of which igata reads the nearest.
  private func settings(above schema: URL) -> [URL] {
    var files: [URL] = []
    var folder = schema.standardizedFileURL
    while folder.pathComponents.count > 1 {
      folder = folder.deletingLastPathComponent().standardizedFileURL
      let file = folder.appending(path: "igata.json")
      if FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) { files.append(file) }
    }
    return files
  }
}

#if canImport(XcodeProjectPlugin)
import XcodeProjectPlugin

extension IgataLintPlugin: XcodeBuildToolPlugin {
  func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
    let schemas = target.inputFiles.map(\.url).filter(isSchema).sorted { $0.path < $1.path }
    guard !schemas.isEmpty else { return [] }
    return [try command(target.displayName, schemas, operands: schemas, context.tool(named: "igata"))]
  }
}
#endif
