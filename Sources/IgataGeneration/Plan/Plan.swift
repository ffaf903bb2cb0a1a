public import IgataDiagnostics
import IgataEvolution
import IgataSchema
import IgataTables
import IgataTemplateLanguage

/// The outputs to be written.
public struct Plan: Sendable {
  public struct Output: Sendable {
    /// The path relative to the output folder, with `/` as the separator.
    public let path: String
    /// The name of the template that renders the view.
    public let template: String
    let view: Record
    /// The part of the run that the output belongs to.
    public let origin: OutputOrigin
    /// The reason for the output: a schema file, or a location in the configuration.
    public let request: SourceRange
    var escape = CustomOutput.Escape.none
    /// The size of the schema file that the whole output is made of, in bytes, or 0 if it isn't made of one.
    var sourceSize = 0

    /// Creates an output of schema files. The first of them is used as its location.
    init(path: String, template: String, view: Record, origin: OutputOrigin) {
      self.path = path
      self.template = template
      self.view = view
      self.origin = origin
      request = SourceRange(file: origin.files.first ?? 0, start: 0, end: 0)
    }

    /// Creates an output that the configuration defines.
    init(_ wanted: CustomOutput, path: String, view: Record, files: [Int]) {
      self.path = path
      template = wanted.template
      self.view = view
      origin = OutputOrigin(.outputs, files: files)
      request = wanted.location
      escape = wanted.escape
    }
  }

  /// The outputs in the order of the schema's files, then of the targets. Custom outputs come last.
  public var outputs: [Output]
  /// The names of the types that the outputs declare in addition to those of the schema.
  var otherTypes: Set<String> = []
}

/// Determines the files to generate from the schema, with the template and the view of each.
///
/// - Parameters:
///   - schema: A schema without errors.
///   - versions: The versions of the schema by dialect, for those that are compiled into the program.
func plan(
  _ schema: Schema, _ versions: [String: [RunnableVersion]], _ sources: Sources, _ options: GenerationOptions
) -> (plan: Plan, diagnostics: [Diagnostic]) {
  let (first, findings) = plan(schema, versions, sources, options, besides: .none)
  let siblings = SiblingNames(sources, schema, besides: first)
  if siblings.isEmpty { return (first, findings) }
  // The same outputs, which name what the program's own sources hide in another way.
  let (second, newFindings) = plan(schema, versions, sources, options, besides: siblings)
  return (second, newFindings + takenNames(schema, siblings, second))
}

private func plan(
  _ schema: Schema, _ versions: [String: [RunnableVersion]], _ allSources: Sources, _ options: GenerationOptions,
  besides siblings: SiblingNames
) -> (plan: Plan, diagnostics: [Diagnostic]) {
  let sources = allSources.outputPaths
  let scope = GenerationScope(
    schema: schema, versions: versions, access: options.access, schemaName: options.schemaName, siblings: siblings,
    explicitImports: explicitImports(allSources.siblings))
  let paths = SourcePaths(sources)
  // The plugin declares the same files: it knows whether versions are sealed, and not for which engines.
  let hasSchemaFile = sources.count > 1 || allSources.versions != nil
  var outputs: [Plan.Output] = []
  for file in sources.indices {
    for var output in scope.outputs(of: file, paths, options, hasSchemaFile: hasSchemaFile) {
      output.sourceSize = allSources.schemas[file].bytes.count
      outputs.append(output)
    }
  }
  let takenSchemaName = scope.takenSchemaName
  var findings = takenSchemaName
  var otherTypes: Set<String> = []
  if options.targets.contains(.swift) {
    if hasSchemaFile { outputs.append(scope.schemaOutput(sources, paths, options)) }
    findings += ModuleNames.swift.hiddenModules(scope)
    otherTypes.insert(scope.enumName(options.schemaName, sources, in: options.folder))
  }
  func add(_ classes: some ClassScope) {
    outputs += classes.outputs(paths)
    findings += classes.diagnostics
    otherTypes.formUnion(type(of: classes).supportTypes)
  }
  if options.targets.contains(.realm) { add(RealmScope(scope)) }
  if options.targets.contains(.swiftdata) { add(SwiftDataScope(scope)) }
  if options.targets.contains(.citus) {
    let citus = CitusScope(scope)
    outputs += citus.outputs(sources)
    findings += citus.diagnostics
  }
  outputs += schemaOutputs(schema, allSources, options)
  if takenSchemaName.isEmpty { findings += collisions(outputs) }
  return (Plan(outputs: outputs, otherTypes: otherTypes), findings)
}

extension GenerationScope {
  /// The Swift and SQL outputs of one schema file.
  ///
  /// - Parameter hasSchemaFile: Whether the enum that lists all models has a file of its own, because several files
  ///   declare models, or because versions are sealed.
  fileprivate func outputs(
    of file: Int, _ paths: SourcePaths, _ options: GenerationOptions, hasSchemaFile: Bool
  ) -> [Plan.Output] {
    let source = paths.mirrored[file]
    let declared = declarations(in: file)
    var outputs: [Plan.Output] = []
    if options.targets.contains(.swift) {
      let sources = paths.mirrored
      let name = hasSchemaFile ? nil : enumName(options.schemaName, sources, in: options.folder)
      outputs.append(
        Plan.Output(
          path: "\(paths.swift[file]).igata.swift", template: "swift/file",
          view: fileView(of: declared, source: source, schemaName: name), origin: OutputOrigin(.swift, files: [file])))
    }
    guard options.targets.contains(.sql) else { return outputs }
    if options.dialects.contains(.sqlite) {
      outputs.append(
        Plan.Output(
          path: "\(source).sqlite.sql", template: "sqlite/file",
          view: sqlView(of: declared, source: source, SQLiteDialect()),
          origin: OutputOrigin(.sqlite, files: [file])))
    }
    if options.dialects.contains(.postgresql) {
      outputs.append(
        Plan.Output(
          path: "\(source).postgresql.sql", template: "postgresql/file",
          view: sqlView(of: declared, source: source, PostgreSQLDialect()),
          origin: OutputOrigin(.postgresql, files: [file])))
    }
    return outputs
  }

  /// The file of the enum that lists all models.
  fileprivate func schemaOutput(
    _ sources: [String], _ paths: SourcePaths, _ options: GenerationOptions
  ) -> Plan.Output {
    let name =
      sources.count == 1
      ? "\(paths.swift[0]).migrations" : options.schemaName ?? SchemaName.derived(from: sources, in: options.folder)
    return Plan.Output(
      path: "\(name).igata.swift", template: "swift/schema-file",
      view: schemaFileView(sources, name: enumName(options.schemaName, sources, in: options.folder)),
      origin: OutputOrigin(.swift, files: Array(sources.indices)))
  }
}

/// Prints the plan as text with one line for each output.
public func printPlan(_ plan: Plan) -> String {
  plan.outputs.map { "\($0.path)  ←  \($0.template)\n" }.joined()
}

/// Reports outputs with the same path (ignoring case), files whose path another output needs as a folder, and Swift
/// files with the same name, which a module can't have.
private func collisions(_ outputs: [Plan.Output]) -> [Diagnostic] {
  var first: [String: Plan.Output] = [:]
  var firstOfName: [String: Plan.Output] = [:]
  var reported: Set<SourceRange> = []
  var diagnostics: [Diagnostic] = []
  func report(_ output: Plan.Output, _ other: Plan.Output) {
    guard reported.insert(output.request).inserted else { return }
    diagnostics.append(.collidingOutputs(output.path, at: output.request, other: other.path, at: other.request))
  }
  for output in outputs {
    if let other = first.updateValue(output, forKey: output.path.lowercased()) { report(output, other) }
    guard output.origin.kind != .outputs, output.path.hasSuffix(".swift") else { continue }
    let name = SourcePaths.name(output.path).lowercased()
    if let other = firstOfName.updateValue(output, forKey: name) { report(output, other) }
  }
  for output in outputs {
    var folder = Substring(output.path.lowercased())
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      if let other = first[String(folder)] { report(output, other) }
    }
  }
  return diagnostics
}
