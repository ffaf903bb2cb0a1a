import IgataDiagnostics
import IgataEditing
import IgataGeneration
import IgataLint
import IgataTemplateLanguage

/// The commands that the client can execute.
extension LanguageServer {
  static let commands: [String: Request] = [
    "igata.fixAll": { (server, it) throws(ResponseError) in try server.fixAll(it) },
    "igata.showGenerated": { (server, it) throws(ResponseError) in try server.showGenerated(it) },
    "igata.writeBaseline": { (server, it) throws(ResponseError) in try server.writeBaseline(it) },
  ]

  /// Executes a command. Its first argument is the address of a document.
  mutating func executeCommand(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    let name = try parameters.text("command")
    guard let command = Self.commands[name] else {
      throw ResponseError(.invalidParameters, "there is no command '\(visible(name))'")
    }
    return try command(&self, parameters)
  }

  private mutating func locateArgument(_ parameters: Parameters) throws(ResponseError) -> LocatedDocument {
    guard let uri = parameters["arguments"]?.elements?.first?.text else {
      throw ResponseError(.invalidParameters, "the first argument must be the URI of a document")
    }
    guard let document = try locate(DocumentURI(uri)) else {
      throw ResponseError(.invalidParameters, "'\(visible(uri))' is not a schema")
    }
    return document
  }

  private mutating func fixAll(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    guard client.appliesEdits else {
      throw ResponseError(.requestFailed, "the editor can't apply edits of a server")
    }
    let document = try locateArgument(parameters)
    let edits = workspace.fixAllEdits(document.key).filter { $0.range.file == document.file }
    guard !edits.isEmpty else { return .null }
    let edit = tree(WorkspaceEdit(edits: edits), in: document.snapshot.files)
    send(
      .applyEdit,
      JSONBuilder.tree { builder in
        builder.key("label", "fix all")
        builder.key("edit", edit)
      })
    return .null
  }

  /// The generated code of a document, or of the declaration at a position in it.
  ///
  /// The second argument is `swift`, `sqlite` or `postgresql`, and the third one, if there is one, the position.
  private mutating func showGenerated(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    let form = parameters["arguments"]?.elements?.dropFirst().first?.text ?? OutputKind.swift.rawValue
    guard let kind = OutputKind(rawValue: form), [.swift, .sqlite, .postgresql].contains(kind) else {
      throw ResponseError(.invalidParameters, "the second argument must be 'swift', 'sqlite' or 'postgresql'")
    }
    let document = try locateArgument(parameters)
    if let position = parameters["arguments"]?.elements?.dropFirst(2).first {
      let location = document.location(try Parameters(value: position).position())
      return try generated(kind, location, document)
    }
    let configuration = workspace.project(document.key).configuration
    let inputs = Inputs(document.snapshot.files, configuration)
    let settings = GenerationSettings(Invocation(path: ["generate"]), inputs)
    var options = settings.options
    options.targets = kind == .swift ? [.swift] : [.sql]
    options.dialects = kind == .postgresql ? [.postgresql] : [.sqlite]
    var sources = inputs.sources
    do throws(Failure) {
      if let folder = settings.templates {
        sources.templates = try TemplateSource.read(in: folder, below: settings.project)
      }
    } catch {
      throw ResponseError(.requestFailed, error.messages.joined(separator: "; "))
    }
    let compilation = compile(sources, options)
    guard compilation.isValid else {
      let error = compilation.diagnostics.first { $0.severity == .error }
      throw ResponseError(.requestFailed, "the schema has errors: \(error?.message ?? "")")
    }
    let files = compilation.files.filter { $0.origin.kind == kind && $0.origin.files.contains(document.file) }
    return .text(files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "\n"))
  }

  private mutating func generated(
    _ kind: OutputKind, _ location: TextLocation, _ document: LocatedDocument
  ) throws(ResponseError) -> JSONTree {
    guard let renderer = workspace.renderer(document.key) else {
      throw ResponseError(.requestFailed, "the schema has errors")
    }
    let declaration = document.snapshot.occurrence(at: location)?.declaration
    let text: String?
    switch (declaration, kind) {
    case (let declaration?, .swift): text = renderer.swift(declaration)
    case (.model(let index)?, .sqlite): text = renderer.createTable(ofModel: index, .sqlite)
    case (.model(let index)?, .postgresql): text = renderer.createTable(ofModel: index, .postgresql)
    case (_, _): text = nil
    }
    guard let text else { throw ResponseError(.requestFailed, "there is no name with generated code here") }
    return .text(text)
  }

  /// Writes all findings of a document's project to the baseline, as `igata lint --update-baseline` does.
  private mutating func writeBaseline(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    let document = try locateArgument(parameters)
    let project = workspace.project(document.key)
    guard let location = project.configuration.lint.baseline else {
      throw ResponseError(.requestFailed, "igata.json names no baseline: '\"lint\": {\"baseline\": \"baseline.json\"}'")
    }
    let path = FileSystem.absolute(location.path)
    let before = workspace.bytes(path)
    if let before, !BaselineFile.isBaseline(before) {
      throw ResponseError(.requestFailed, "can't write '\(visible(path))': \(SystemFault.foreign.reason)")
    }
    let known = before.map { BaselineFile.read(SourceFile(name: path, bytes: $0)).baseline } ?? Baseline()
    let findings = document.snapshot.findings(project.lintSettings).findings
    let names = document.snapshot.files.names(relativeTo: location.path)
    let text = BaselineFile.text(known.updated(with: findings, in: document.snapshot.declared, names: names))
    do throws(Failure) {
      try Transaction.perform([FileChange(location, before: before, after: Array(text.utf8))])
    } catch {
      throw ResponseError(.requestFailed, error.messages.joined(separator: "; "))
    }
    filesChanged()
    return .null
  }
}
