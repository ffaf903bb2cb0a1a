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
  /// - Parameter schemas: The files that come before the templates among the files of the run.
  init(_ folder: String?, behind schemas: [SourceFile], _ console: Console) throws(Failure) {
    let custom = try folder.map { folder throws(Failure) in try TemplateFile.all(in: folder) } ?? []
    let replaced = Set(custom.map(\.name))
    let builtIn = BuiltInTemplates.all.flatMap { name, text in
      let source = SourceFile(name: "igata's own \(name).mustache", text: text)
      let template = TemplateFile(name: name, source: source)
      // One that is replaced can still be included, or have single blocks replaced, under a name of its own.
      return replaced.contains(name) ? [template, TemplateFile(name: "igata/\(name)", source: source)] : [template]
    }
    paths = custom.map(\.source.name)
    sources = (custom + builtIn).map(\.source)
    var templates: [Template] = []
    var diagnostics: [Diagnostic] = []
    for (index, file) in (custom + builtIn).enumerated() {
      let (template, found) = compile(file.source, as: file.name, file: schemas.count + index)
      templates.append(template)
      diagnostics += found
    }
    // Of templates with one name the last one counts, and the user's come first where places are counted.
    set = TemplateSet(Array(templates[custom.count...] + templates[..<custom.count]))
    if diagnostics.isEmpty, !custom.isEmpty {
      diagnostics = set.uselessBlocks.map { .unknownBlock($0.name, existing: set.blocks, at: $0.place) }
    }
    try report(diagnostics, behind: schemas, console)
  }

  /// Fails where an output of the user's own has a template that is not there.
  func check(_ plan: Plan, in files: [SourceFile], _ console: Console) throws(Failure) {
    let missing = plan.outputs.filter { !set.names.contains($0.template) }
    var reported: Set<SourceRange> = []
    try console.report(
      missing.compactMap { output in
        guard reported.insert(output.origin).inserted else { return nil }
        return .wrongOutput(
          "there is no template '\(visible(output.template))'", at: output.origin,
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

/// A template on disk or built in.
struct TemplateFile {
  static let ending = ".mustache"

  /// What partials call it: its path below its folder, without the ending.
  let name: String
  let source: SourceFile

  /// All templates below a folder.
  static func all(in folder: String) throws(Failure) -> [TemplateFile] {
    let folder = PathText.withoutTrailingSlashes(folder)
    let status: FileStatus
    do {
      status = try FileSystem.status(of: folder)
    } catch {
      throw .unreadable(folder, error)
    }
    guard status.kind == .folder else { throw Failure(.unreadableInput, "'\(visible(folder))' is not a folder") }
    return try FileSearch.paths([folder], ending: ending).map { path throws(Failure) in
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
