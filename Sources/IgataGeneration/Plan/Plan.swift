public import IgataDiagnostics
public import IgataSchema
import IgataTemplateLanguage

/// What is to be written: a table of outputs.
public struct Plan: Sendable {
  public struct Output: Sendable {
    /// The path below the output folder, with `/` between its parts.
    public let path: String
    /// The name of the template that prints the view.
    public let template: String
    let view: Record
    /// The schema file that the output comes from.
    let file: Int
  }

  /// In the order of the schema's files, then of the targets.
  public var outputs: [Output]
}

/// Decides which files the schema becomes, and what each template is given.
///
/// - Parameters:
///   - schema: A schema without errors.
///   - sources: For each file of the run its name without folder and ending: `household`.
public func plan(
  _ schema: Schema, sources: [String], options: GenerationOptions
) -> (plan: Plan, diagnostics: [Diagnostic]) {
  let scope = GenerationScope(schema: schema, access: options.access)
  var outputs: [Plan.Output] = []
  for (file, source) in sources.enumerated() {
    if options.targets.contains(.swift) {
      outputs.append(
        Plan.Output(
          path: "\(source).igata.swift", template: "swift/file",
          view: scope.fileView(file: file, source: source), file: file))
    }
    if options.targets.contains(.sql), options.dialects.contains(.sqlite) {
      outputs.append(
        Plan.Output(
          path: "\(source).sqlite.sql", template: "sqlite/file",
          view: scope.sqliteView(file: file, source: source), file: file))
    }
    if options.targets.contains(.sql), options.dialects.contains(.postgresql) {
      outputs.append(
        Plan.Output(
          path: "\(source).postgresql.sql", template: "postgresql/file",
          view: scope.postgreSQLView(file: file, source: source), file: file))
    }
  }
  return (Plan(outputs: outputs), collisions(outputs))
}

/// The plan as text: one line for each output.
public func printPlan(_ plan: Plan) -> String {
  plan.outputs.map { "\($0.path)  ←  \($0.template)\n" }.joined()
}

/// Outputs that would be the same file, on a disk that does not tell case apart as well.
private func collisions(_ outputs: [Plan.Output]) -> [Diagnostic] {
  var first: [String: Plan.Output] = [:]
  var reported: Set<Int> = []
  return outputs.compactMap { output in
    let key = output.path.lowercased()
    guard let other = first[key] else {
      first[key] = output
      return nil
    }
    guard reported.insert(output.file).inserted else { return nil }
    return Diagnostic.collidingOutputs(output.path, file: output.file, other: other.file)
  }
}
