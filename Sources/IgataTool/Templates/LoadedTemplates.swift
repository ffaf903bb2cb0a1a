import IgataDiagnostics
import IgataGeneration
import IgataTemplateLanguage
import IgataTemplates

/// The templates of a run: the built-in ones, and those of the user in place of some of them.
struct LoadedTemplates {
  /// The user's files.
  let paths: [String]
  private let sources: [SourceFile]
  private let set: TemplateSet

  /// Reads the user's templates, if there is a folder of them. Fails, with all errors reported, if there are any.
  ///
  /// - Parameters:
  ///   - roots: The templates that are to be rendered. Of igata's own, only what they need is compiled.
  ///   - schemas: The files that come before the templates among the files of the run.
  init(
    _ folder: String?, for roots: [String], behind schemas: [SourceFile], _ console: Console
  ) throws(Failure) {
    let custom = try folder.map { folder throws(Failure) in try TemplateFile.all(in: folder) } ?? []
    paths = custom.map(\.source.name)
    let compiled =
      custom.isEmpty
      ? CompiledTemplates.needed(by: roots, behind: schemas.count)
      : CompiledTemplates(custom + TemplateFile.builtIn(behind: custom), behind: schemas.count)
    sources = compiled.sources
    // Of templates with one name the last one counts, and the user's come first where places are counted.
    let templates =
      custom.isEmpty
      ? compiled.templates : Array(compiled.templates[custom.count...] + compiled.templates[..<custom.count])
    set = TemplateSet(templates)
    try report(compiled.diagnostics, behind: schemas, console)
    guard !custom.isEmpty else { return }
    try report(
      set.uselessBlocks.map { .unknownBlock($0.name, existing: set.blocks, at: $0.place) }, behind: schemas, console)
  }

  /// Fails where an output of the user's own has a template that is not there.
  func check(_ plan: Plan, in files: [SourceFile], _ console: Console) throws(Failure) {
    let missing = plan.outputs.filter { !set.names.contains($0.template) }
    var reported: Set<SourceRange> = []
    try console.report(
      missing.compactMap { output in
        guard reported.insert(output.request).inserted else { return nil }
        return .wrongOutput(
          "there is no template '\(visible(output.template))'", at: output.request,
          help: nearest(output.template, in: set.names).map { "did you mean '\($0)'?" }
            ?? "'templates' names the folder that it is looked for in")
      }, in: files)
  }

  /// The files of a plan.
  func render(_ plan: Plan, behind schemas: [SourceFile], _ console: Console) throws(Failure) -> [RenderedFile] {
    let (files, diagnostics) = IgataGeneration.render(plan, templates: set)
    try report(diagnostics, behind: schemas, console)
    return files
  }

  private func report(
    _ diagnostics: [Diagnostic], behind schemas: [SourceFile], _ console: Console
  ) throws(Failure) {
    do {
      try console.report(diagnostics, in: schemas + sources)
    } catch {
      // Nobody but igata can be to blame for its own templates.
      if paths.isEmpty { throw .fault("a built-in template is broken") }
      throw error
    }
  }
}

/// Templates in the order in which their files count among those of the run.
private struct CompiledTemplates {
  private let offset: Int
  private(set) var sources: [SourceFile] = []
  private(set) var templates: [Template] = []
  private(set) var diagnostics: [Diagnostic] = []

  init(_ files: [TemplateFile], behind offset: Int) {
    self.offset = offset
    for file in files { add(file) }
  }

  /// Those of igata's own that are `roots`, or included by what is here; all of them, where data says what is included.
  static func needed(by roots: [String], behind offset: Int) -> CompiledTemplates {
    var result = CompiledTemplates([], behind: offset)
    var missing = roots
    var known: Set<String> = []
    while let name = missing.popLast() {
      guard known.insert(name).inserted, let file = TemplateFile(builtIn: name) else { continue }
      guard let inclusions = result.add(file).inclusions else {
        return CompiledTemplates(TemplateFile.builtIn, behind: offset)
      }
      missing += inclusions
    }
    return result
  }

  @discardableResult
  private mutating func add(_ file: TemplateFile) -> Template {
    let (template, found) = compile(file.source, as: file.name, file: offset + sources.count)
    sources.append(file.source)
    templates.append(template)
    diagnostics += found
    return template
  }
}

/// A template on disk or built in.
struct TemplateFile {
  static let ending = ".mustache"

  static var builtIn: [TemplateFile] { BuiltInTemplates.all.map { TemplateFile(builtIn: $0.name, text: $0.text) } }

  /// The built-in templates, and under a name of their own those that `custom` replaces: these can still be included,
  /// or have single blocks replaced.
  static func builtIn(behind custom: [TemplateFile]) -> [TemplateFile] {
    let replaced = Set(custom.map(\.name))
    let originals = builtIn.filter { replaced.contains($0.name) }
    return builtIn + originals.map { TemplateFile(name: "igata/\($0.name)", source: $0.source) }
  }

  /// What partials call it: its path below its folder, without the ending.
  let name: String
  let source: SourceFile

  init(name: String, source: SourceFile) {
    self.name = name
    self.source = source
  }

  private init(builtIn name: String, text: String) {
    self.init(name: name, source: SourceFile(name: "igata's own \(name).mustache", text: text))
  }

  /// Igata's own template of a name, if there is one.
  init?(builtIn name: String) {
    guard let found = BuiltInTemplates.all.first(where: { $0.name == name }) else { return nil }
    self.init(builtIn: found.name, text: found.text)
  }

  /// All templates below a folder.
  ///
  /// - Parameter mayBeEmpty: Whether a folder without templates is no error.
  static func all(in folder: String, mayBeEmpty: Bool = false) throws(Failure) -> [TemplateFile] {
    let folder = PathText.withoutTrailingSlashes(folder)
    let status: FileStatus
    do {
      status = try FileSystem.status(of: folder)
    } catch {
      throw .unreadable(folder, error)
    }
    guard status.kind == .folder else { throw Failure(.unreadableInput, "'\(visible(folder))' is not a folder") }
    return try FileSearch.paths([folder], ending: ending, mayBeEmpty: mayBeEmpty).map { path throws(Failure) in
      do throws(SystemFault) {
        let source = SourceFile(name: path, bytes: try FileSystem.read(path))
        return TemplateFile(name: name(of: path, below: folder), source: source)
      } catch {
        throw .unreadable(path, error)
      }
    }
  }

  private static func name(of path: String, below folder: String) -> String {
    let start = PathText.join(folder, "x").utf8.count - 1
    return String(Substring(path.utf8.dropFirst(start).dropLast(ending.utf8.count)))
  }
}
