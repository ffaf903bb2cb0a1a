import IgataDiagnostics
import IgataGeneration

/// Schemas without errors, compiled, and what is to be made of them.
struct Generation {
  let settings: GenerationSettings
  private let source: Inputs
  private let compilation: Compilation
  /// What the outputs are made from, if nothing else affects the run: there is no warning, and neither a template of the
  /// user's nor a list of Swift files.
  private let origin: Origin?
  /// The paths of the user's templates.
  private let templates: [String]

  /// Reads the inputs and compiles them through the stage `last`. Fails, with all errors reported, if there are any.
  init(_ invocation: Invocation, through last: Stage = .files, _ console: Console) throws(Failure) {
    let source = try Inputs.read(invocation.operands, console)
    let settings = GenerationSettings(invocation, source)
    try self.init(
      source, settings, invocation, origin: Self.origin(of: source, settings, invocation), through: last, console)
  }

  /// What decides alone what a run writes, or `nil` if it reads templates of the user's or a list of Swift files too.
  private static func origin(
    of source: Inputs, _ settings: GenerationSettings, _ invocation: Invocation
  ) -> Origin? {
    settings.templates == nil && !invocation.has(.beside) ? Origin(source, settings) : nil
  }

  private init(
    _ source: Inputs, _ settings: GenerationSettings, _ invocation: Invocation, origin: Origin?, through last: Stage,
    _ console: Console
  ) throws(Failure) {
    self.source = source
    self.settings = settings
    var sources = source.sources
    var failure: Failure?
    do throws(Failure) {
      if let list = invocation.text(.beside) {
        sources.siblings = try SiblingSource.read(list: list, output: settings.folder)
      }
      if last > .plan, let folder = settings.templates { sources.templates = try TemplateSource.read(in: folder) }
    } catch {
      failure = error
    }
    // Errors in the schemas are reported even if something else can't be read.
    compilation = compile(sources, settings.options, through: failure == nil ? last : .plan)
    try console.report(compilation)
    if let failure { throw failure }
    self.origin = compilation.diagnostics.isEmpty ? origin : nil
    templates = sources.templates.map(\.file.name)
  }

  /// Brings the output folder to what the schema says, with as little as there is to do: where its files were made
  /// from the very same, nothing but to look whether they are still as they were.
  static func run(_ invocation: Invocation, depfile: Depfile?, _ console: Console) throws(Failure) {
    let source = try Inputs.read(invocation.operands, console)
    let settings = GenerationSettings(invocation, source)
    let origin = origin(of: source, settings, invocation)
    if depfile == nil, let origin, let current = OutputFolder.current(settings.folder, madeFrom: origin),
      Leftovers(in: settings.folder, current.folders(below: settings.folder)).isEmpty
    {
      return
    }
    try settle(settings.folder, console)
    let generation = try Generation(source, settings, invocation, origin: origin, through: .files, console)
    _ = try generation.write(console, depfile: depfile)
    Process.keep(generation)
  }

  /// Finishes what a run began to change in the output folder, before anything can be wrong with this one.
  private static func settle(_ folder: String, _ console: Console) throws(Failure) {
    guard !Leftovers(in: folder).isEmpty else { return }
    try FolderLock.with(folder, .exclusive) { () throws(Failure) in try Leftovers(in: folder).settle(console) }
  }

  /// Which files of the output folder are the run's.
  func claim(isWhole: Bool = false, in folder: String? = nil) -> RunClaim {
    RunClaim(
      settings.options.kinds, schemas: source.schemas, folder: folder ?? settings.folder, isWhole: isWhole)
  }

  /// The files that are to be written.
  var files: [RenderedFile] { compilation.files }

  /// The paths of the files that are to be written.
  var outputs: [String] { compilation.plan.outputs.map { PathText.join(settings.folder, $0.path) } }

  /// The paths of the files that the outputs depend on.
  var inputs: [String] { source.paths + templates }

  /// What became of the outputs.
  struct Result: Hashable {
    var written = 0
    var removed = 0
    /// How many were as they should be.
    var kept = 0
  }

  /// Brings the output folder to what the schema says: all or nothing.
  func write(_ console: Console, depfile: Depfile? = nil) throws(Failure) -> Result {
    let dependencies = try depfile?.change(outputs: outputs, inputs: inputs)
    return try write(into: settings.folder, with: dependencies, console)
  }

  private func write(
    into folder: String, with dependencies: FileChange?, _ console: Console
  ) throws(Failure) -> Result {
    let made: [String]
    do {
      made = try FolderTree.make(folder)
    } catch {
      throw .unwritable(folder, error)
    }
    do {
      return try FolderLock.with(folder, .exclusive) { () throws(Failure) in
        // Another run may have been stopped while this one waited.
        try Leftovers(in: folder).settle(console)
        let found = try OutputFolder(folder, wanted: files, claim: claim(), madeFrom: origin?.hash)
        guard found.obstacles.isEmpty else {
          throw Failure(.unwritableOutput, messages: found.obstacles.map(\.message))
        }
        let others = [dependencies].compactMap { $0.map { PathText.folder($0.path) } }
        try Leftovers(in: folder, found.folders.union(others)).settle(console)
        try found.write(with: dependencies.map { [$0] } ?? [])
        found.report(console)
        let removed = found.changes.count { $0.after == nil }
        let written = found.changes.count - removed
        return Result(written: written, removed: removed, kept: files.count - written)
      }
    } catch {
      for folder in made.reversed() { FileSystem.removeEmptyFolder(folder) }
      throw error
    }
  }
}

extension OutputFolder {
  /// Says which files go, and which stay although nothing generates them.
  func report(_ console: Console) {
    for change in changes where change.after == nil {
      console.note("removed '\(visible(change.path))', which is no longer generated")
    }
    warnOfOrphans(console)
  }

  func warnOfOrphans(_ console: Console) {
    for path in keptOrphans {
      console.warn("'\(visible(path))' is no longer generated, but was changed by hand, so it stays")
    }
    for path in unclaimed {
      console.note("an earlier igata wrote '\(visible(path))', and this run does not, so it stays")
    }
  }
}
