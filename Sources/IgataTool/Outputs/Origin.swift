import IgataGeneration

/// All that decides what a generation writes, but for what stands in files that are not schemas.
struct Origin {
  let hash: ContentHash

  init(_ source: Inputs, _ settings: GenerationSettings) {
    let options = settings.options
    let words =
      [
        Version.command, String(Version.templateSet), String(Version.language),
        options.targets.map(\.rawValue).joined(separator: ","), options.dialects.map(\.rawValue).joined(separator: ","),
        options.access.rawValue, source.configuration.tableNames.rawValue, options.schemaName ?? "",
        // A file alone gives its name to the enum of all models.
        source.schemas.count > 1 ? options.folder : "",
      ] + options.outputs.flatMap { [$0.template, $0.path, $0.scope.rawValue] }
    hash = ContentHash(
      parts: words.map { Array($0.utf8) }
        + zip(source.sources.outputPaths, source.schemas).flatMap { path, schema in [Array(path.utf8), schema.bytes] })
  }
}

extension OutputFolder {
  /// The list of the files in the folder `root`, where all are already as a run would make them from `origin` that is
  /// to be believed.
  ///
  /// The list of files says what they were made from, and what each of them held then. Where this igata is newer than
  /// the list, it may make something else of the same, whatever version it calls itself.
  static func current(_ root: String, madeFrom origin: Origin) -> Manifest? {
    let path = PathText.join(root, Manifest.fileName)
    guard let bytes = try? FileSystem.read(path), let manifest = Manifest(bytes), manifest.inputs.contains(origin.hash),
      let written = try? FileSystem.status(of: path), let tool = Process.executable,
      let built = try? FileSystem.status(of: tool), built.changed < written.changed
    else { return nil }
    let isCurrent = manifest.files.allSatisfy { file, entry in
      let path = PathText.join(root, file)
      guard let content = try? FileSystem.read(path) else { return false }
      return ContentHash(LineEnds.plain(content)) == entry.hash
    }
    // The outputs of a schema file that is gone have to go.
    let schemas = Set(manifest.files.values.flatMap { $0.owner?.schemas ?? [] })
    let folder = FileSystem.absolute(root)
    let isComplete = schemas.allSatisfy { schema in
      schema == "-" || (try? FileSystem.status(of: PathText.normalised(PathText.join(folder, schema)))) != nil
    }
    return isCurrent && isComplete ? manifest : nil
  }
}
