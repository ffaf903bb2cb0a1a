import IgataDiagnostics
import IgataGeneration

/// A hash of everything that determines the outputs of a generation, except for files that aren't schemas.
struct Origin {
  let hash: ContentHash

  /// - Parameter versions: The files of the sealed versions.
  init(_ source: Inputs, _ settings: GenerationSettings, _ versions: [SourceFile]) {
    let options = settings.options
    let words =
      [
        Version.command, String(Version.templateSet), String(Version.language),
        options.targets.map(\.rawValue).joined(separator: ","), options.dialects.map(\.rawValue).joined(separator: ","),
        options.access.rawValue, options.names.text, options.schemaName ?? "",
        // With several files, the enum that lists all models is named after the folder.
        source.schemas.count > 1 ? options.folder : "",
      ] + options.outputs.flatMap { [$0.template, $0.path, $0.scope.rawValue] }
    hash = ContentHash(
      parts: words.map { Array($0.utf8) }
        + zip(source.sources.outputPaths, source.schemas).flatMap { path, schema in [Array(path.utf8), schema.bytes] }
        + versions.map(\.bytes))
  }
}

extension OutputFolder {
  /// The manifest of the folder `root` if all its files are up to date for `origin`, or `nil` otherwise.
  ///
  /// The manifest has the origins and a hash of each file. If this igata is newer than the manifest, its output may
  /// differ even if its version number is the same.
  static func current(_ root: FileLocation, madeFrom origin: Origin) -> Manifest? {
    let location = root.appending(Manifest.fileName)
    guard let bytes = try? location.read(), let manifest = Manifest(bytes), manifest.inputs.contains(origin.hash),
      let written = try? location.status(), let tool = Process.executable,
      let built = try? FileSystem.status(of: tool), built.changed < written.changed
    else { return nil }
    let isCurrent = manifest.files.allSatisfy { file, entry in
      guard let content = try? root.appending(file).read() else { return false }
      return ContentHash(LineEnds.plain(content)) == entry.hash
    }
    // The outputs of a deleted schema file must be removed.
    let schemas = Set(manifest.files.values.flatMap { $0.owner?.schemas ?? [] })
    let folder = FileSystem.absolute(root.path)
    let isComplete = schemas.allSatisfy { schema in
      schema == "-" || (try? FileSystem.status(of: PathText.normalized(PathText.join(folder, schema)))) != nil
    }
    return isCurrent && isComplete ? manifest : nil
  }
}
