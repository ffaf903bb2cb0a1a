import IgataDiagnostics
import IgataGeneration

/// Compiled schemas without errors, and the outputs to generate from them.
struct Generation {
  let settings: GenerationSettings
  private let source: Inputs
  private let compilation: Compilation
  /// The origin of the outputs if nothing else affects the run: there are no warnings, no custom templates, and no list
  /// of Swift files.
  private let origin: Origin?
  /// The paths of the custom templates.
  private let templates: [String]
  /// The sealed versions of the schema; `nil` if there are none.
  private let versions: VersionFolder?

  /// Reads the inputs and compiles them through the stage `last`. If there are errors, reports all of them and fails.
  init(_ invocation: Invocation, through last: Stage = .files, _ console: Console) throws(Failure) {
    let source = try Inputs.read(invocation.operands, console)
    let settings = GenerationSettings(invocation, source)
    let versions = try VersionFolder.read(source.configuration.migrations, console)
    try self.init(source, settings, versions, invocation, origin: nil, through: last, console)
  }

  /// The origin of the outputs, or `nil` if the run also reads custom templates or a list of Swift files.
  private static func origin(
    of source: Inputs, _ settings: GenerationSettings, _ versions: VersionFolder?, _ invocation: Invocation
  ) -> Origin? {
    guard settings.templates == nil, !invocation.has(.sources) else { return nil }
    return Origin(source, settings, versions?.inputs ?? [])
  }

  private init(
    _ source: Inputs, _ settings: GenerationSettings, _ versions: VersionFolder?, _ invocation: Invocation,
    origin: Origin?, through last: Stage, _ console: Console
  ) throws(Failure) {
    self.source = source
    self.settings = settings
    self.versions = versions
    var sources = source.sources
    var failure: Failure?
    do throws(Failure) {
      sources.versions = try versions?.embedded(in: source.configuration.migrations.embeddedDialects, console)
      if let list = invocation.text(.sources) {
        sources.siblings = try SiblingSource.read(list: list, output: settings.folder.path)
      }
      if last > .plan, let folder = settings.templates {
        sources.templates = try TemplateSource.read(in: folder, below: settings.project)
      }
    } catch {
      failure = error
    }
    // Errors in the schemas are reported even if something else can't be read.
    compilation = compile(sources, settings.options, through: failure == nil ? last : .plan)
    try console.report(compilation)
    if let failure { throw failure }
    try versions?.lintOwnSQL(to: compilation.schema, console)
    self.origin = compilation.diagnostics.isEmpty ? origin : nil
    templates = sources.templates.map(\.file.name)
  }

  /// Updates the output folder with as little work as possible: if its files were made from the same origin, only
  /// checks that they are unchanged.
  static func run(_ invocation: Invocation, depfile: Depfile?, _ console: Console) throws(Failure) {
    let source = try Inputs.read(invocation.operands, console)
    let settings = GenerationSettings(invocation, source)
    let versions = try VersionFolder.read(source.configuration.migrations, console)
    let origin = origin(of: source, settings, versions, invocation)
    if depfile == nil, let origin, let current = OutputFolder.current(settings.folder, madeFrom: origin),
      Leftovers(in: settings.folder, current.folders(below: settings.folder)).isEmpty
    {
      return
    }
    try settle(settings.folder, console)
    let generation = try Generation(source, settings, versions, invocation, origin: origin, through: .files, console)
    _ = try generation.write(console, depfile: depfile, overwriting: invocation.has(.sandboxed))
    Process.keep(generation)
  }

  /// Finishes the changes of an interrupted run before anything in this run can fail.
  private static func settle(_ folder: FileLocation, _ console: Console) throws(Failure) {
    guard !Leftovers(in: folder).isEmpty else { return }
    try FolderLock.with(folder, .exclusive) { () throws(Failure) in try Leftovers(in: folder).settle(console) }
  }

  /// The files of the output folder that belong to the run.
  func claim(isWhole: Bool = false, in folder: FileLocation? = nil) -> RunClaim {
    RunClaim(
      settings.options.kinds, schemas: source.schemas, folder: (folder ?? settings.folder).path, isWhole: isWhole)
  }

  /// The files to write.
  var files: [RenderedFile] { compilation.files }

  /// The paths of the files to write.
  var outputs: [String] { compilation.plan.outputs.map { PathText.join(settings.folder.path, $0.path) } }

  /// The path of the manifest.
  var manifest: String { PathText.join(settings.folder.path, Manifest.fileName) }

  /// The paths of the files that the outputs depend on.
  var inputs: [String] { source.paths + templates + (versions?.inputs.map(\.name) ?? []) }

  /// The result of a generation.
  struct Result: Hashable {
    var written = 0
    var removed = 0
    /// The number of files that were up to date.
    var kept = 0
  }

  /// Updates the output folder: either all files or, if there is a failure, none.
  ///
  /// - Parameter overwriting: Whether to write into the files themselves.
  func write(_ console: Console, depfile: Depfile? = nil, overwriting: Bool = false) throws(Failure) -> Result {
    let dependencies = try depfile?.change(outputs: outputs, inputs: inputs)
    return try write(into: settings.folder, with: dependencies, overwriting: overwriting, console)
  }

  private func write(
    into folder: FileLocation, with dependencies: FileChange?, overwriting: Bool, _ console: Console
  ) throws(Failure) -> Result {
    let made: [FileLocation]
    do {
      made = try folder.makeFolders()
    } catch {
      throw .unwritable(folder.path, error)
    }
    do {
      return try FolderLock.with(folder, .exclusive) { () throws(Failure) in
        // Another run may have been interrupted while this one waited.
        try Leftovers(in: folder).settle(console)
        let found = try OutputFolder(folder, wanted: files, claim: claim(), madeFrom: origin?.hash)
        guard found.obstacles.isEmpty else {
          throw Failure(.unwritableOutput, messages: found.obstacles.map(\.message))
        }
        let others = [dependencies].compactMap { $0?.location.parent }
        try Leftovers(in: folder, found.folders.union(others)).settle(console)
        try found.write(with: dependencies.map { [$0] } ?? [], overwriting: overwriting)
        found.report(console)
        let removed = found.changes.count { $0.after == nil }
        let written = found.changes.count - removed
        return Result(written: written, removed: removed, kept: files.count - written)
      }
    } catch {
      for folder in made.reversed() { folder.removeEmptyFolder() }
      throw error
    }
  }
}

extension OutputFolder {
  /// Reports files that are removed, and files that remain although nothing generates them.
  func report(_ console: Console) {
    for change in changes where change.after == nil {
      console.note("removed '\(visible(change.path))', which is no longer generated")
    }
    warnOfOrphans(console)
  }

  func warnOfOrphans(_ console: Console) {
    for path in keptOrphans {
      console.warn("'\(visible(path))' is no longer generated, but was edited by hand and is not removed")
    }
    for path in unclaimed {
      console.note("'\(visible(path))' was written by an older version of igata and is not removed")
    }
  }
}
