import Foundation

/// What the plugin costs in the first build of a package, from nothing: with the tool in an artifact bundle, as a
/// multiple of the same build with the tool from source.
struct PluginBuild: Sendable {
  /// The most that the build may cost, as a multiple of the other one. Both compile the runtime.
  private static let bar = 0.3

  func compare(in session: Session) async throws -> [Measurement] {
    // Under callgrind, a build takes hours.
    guard session.unit == .seconds else { return [] }
    let bundle = try session.folder("plugin-bundle")
    let release = session.package.appendingPathComponent("Examples/Releases/release").path
    try Command(release, ["--binary", try buildStaticTool(session), "--output", bundle.path]).run()
    let plugins = bundle.appendingPathComponent("igata-plugins").path
    session.say("building a package with the plugin from nothing")
    // A build is long enough to be measured once.
    let prebuilt = try await cost(of: "IgataPrebuiltPlugin", "igata-plugins", [plugins], in: session)
    let source = try await cost(of: "IgataPlugin", "igata", [], in: session)
    return [
      Measurement(
        group: "compile", name: "a package with the plugin from nothing, beside the tool from source",
        ratio: prebuilt / source, bar: Self.bar,
        figures: "bundle \(figure(prebuilt, session.unit)), source \(figure(source, session.unit))")
    ]
  }

  /// The cost of a build of a package with one model, from nothing.
  private func cost(
    of plugin: String, _ package: String, _ others: [String], in session: Session
  ) async throws -> Double {
    let folder = try session.folder("plugin-consumer")
    let sources = folder.appendingPathComponent("Sources/Shop")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    try Data("model Box {\n  id: Int64 @primaryKey\n}\n".utf8).write(to: sources.appendingPathComponent("box.igata"))
    try Data("public let models = BoxSchema.models.count\n".utf8)
      .write(to: sources.appendingPathComponent("Models.swift"))
    let dependencies = [".package(name: \"igata\", path: \"\(session.package.path)\")"]
      + others.map { ".package(path: \"\($0)\")" }
    let manifest = """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "Shop", platforms: [.macOS(.v15)], dependencies: [\(dependencies.joined(separator: ", "))],
        targets: [
          .target(
            name: "Shop", dependencies: [.product(name: "IgataRuntime", package: "igata")],
            plugins: [.plugin(name: "\(plugin)", package: "\(package)")])
        ])
      """
    try Data(manifest.utf8).write(to: folder.appendingPathComponent("Package.swift"))
    return try Command("swift", ["build", "--disable-sandbox"], in: folder.path).run().seconds
  }
}
