public import IgataDiagnostics
public import IgataSchema
public import IgataTemplateLanguage

/// What is to be written: a table of outputs.
public struct Plan: Sendable {
  public struct Output: Sendable {
    /// The path below the output folder, with `/` between its parts.
    public let path: String
    /// The name of the template that prints the view.
    public let template: String
    let view: Record
    /// What asks for the output: a schema file, or a place in the configuration.
    public let origin: SourceRange
    var escape = OwnOutput.Escape.none
  }

  /// In the order of the schema's files, then of the targets; the user's own behind them.
  public var outputs: [Output]
}

/// Decides which files the schema becomes, and what each template is given.
///
/// - Parameters:
///   - schema: A schema without errors.
///   - sources: For each file of the run its name without folder and ending: `household`.
///   - document: What `igata schema` prints; needed where the options have outputs of the user's own.
public func plan(
  _ schema: Schema, sources: [String], options: GenerationOptions, document: JSONValue? = nil
) -> (plan: Plan, diagnostics: [Diagnostic]) {
  let scope = GenerationScope(schema: schema, access: options.access)
  var outputs: [Plan.Output] = []
  for (file, source) in sources.enumerated() {
    let origin = SourceRange(file: file, start: 0, end: 0)
    if options.targets.contains(.swift) {
      outputs.append(
        Plan.Output(
          path: "\(source).igata.swift", template: "swift/file",
          view: scope.fileView(file: file, source: source), origin: origin))
    }
    if options.targets.contains(.sql), options.dialects.contains(.sqlite) {
      outputs.append(
        Plan.Output(
          path: "\(source).sqlite.sql", template: "sqlite/file",
          view: scope.sqliteView(file: file, source: source), origin: origin))
    }
    if options.targets.contains(.sql), options.dialects.contains(.postgresql) {
      outputs.append(
        Plan.Output(
          path: "\(source).postgresql.sql", template: "postgresql/file",
          view: scope.postgreSQLView(file: file, source: source), origin: origin))
    }
  }
  var findings: [Diagnostic] = []
  if options.targets.contains(.realm) {
    let realm = RealmScope(scope)
    outputs += realm.outputs(sources)
    findings += realm.diagnostics
  }
  if options.targets.contains(.swiftdata) {
    let swiftData = SwiftDataScope(scope)
    outputs += swiftData.outputs(sources)
    findings += swiftData.diagnostics
  }
  if options.targets.contains(.citus) {
    let citus = CitusScope(scope)
    outputs += citus.outputs(sources)
    findings += citus.diagnostics
  }
  if options.targets.contains(.outputs), let document { outputs += own(options.outputs, schema, document) }
  return (Plan(outputs: outputs), findings + collisions(outputs))
}

/// The outputs that the user asks for.
private func own(_ wanted: [OwnOutput], _ schema: Schema, _ document: JSONValue) -> [Plan.Output] {
  guard !wanted.isEmpty else { return [] }
  let view = SchemaView(document)
  return wanted.flatMap { output in
    func planned(_ path: String, _ view: Record) -> Plan.Output {
      Plan.Output(path: path, template: output.template, view: view, origin: output.place, escape: output.escape)
    }
    let names: [String]
    switch output.scope {
    case .once: return [planned(output.path, view.document)]
    case .model: names = schema.models.map(\.name)
    case .enum: names = schema.enums.map(\.name)
    case .struct: names = schema.structs.map(\.name)
    case .type: names = schema.newtypes.map(\.name)
    }
    return names.indices.map { planned(output.path(for: names[$0]), view.declaration(output.scope, $0)) }
  }
}

/// The plan as text: one line for each output.
public func printPlan(_ plan: Plan) -> String {
  plan.outputs.map { "\($0.path)  ←  \($0.template)\n" }.joined()
}

/// Outputs that would be the same file, on a disk that does not tell case apart as well, or a file where another needs
/// a folder.
private func collisions(_ outputs: [Plan.Output]) -> [Diagnostic] {
  var first: [String: Plan.Output] = [:]
  var reported: Set<SourceRange> = []
  var diagnostics: [Diagnostic] = []
  func report(_ output: Plan.Output, _ other: Plan.Output) {
    guard reported.insert(output.origin).inserted else { return }
    diagnostics.append(.collidingOutputs(output.path, at: output.origin, other: other.path, at: other.origin))
  }
  for output in outputs {
    if let other = first.updateValue(output, forKey: output.path.lowercased()) { report(output, other) }
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
