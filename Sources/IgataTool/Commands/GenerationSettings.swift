import IgataDiagnostics
import IgataGeneration
import IgataSchema

/// What the command line and the configuration say of a generation.
struct GenerationSettings {
  /// Where the outputs go.
  let folder: String
  /// Where the user's templates are.
  let templates: String?
  let options: GenerationOptions

  init(_ invocation: Invocation, _ configuration: Configuration) {
    func values(_ rule: OptionRule) -> [String]? { invocation.parts(rule) ?? configuration[rule] }
    folder = invocation.text(.output) ?? configuration.value(of: .output) ?? "."
    templates = invocation.text(.templates) ?? configuration.value(of: .templates)
    // The parser let no value pass that is none of these.
    let standard = GenerationOptions()
    options = GenerationOptions(
      targets: values(.target)?.compactMap { Target(rawValue: $0) } ?? standard.targets,
      dialects: values(.dialect)?.compactMap { Dialect(rawValue: $0) } ?? standard.dialects,
      access: values(.access)?.first.flatMap { AccessLevel(rawValue: $0) } ?? standard.access)
  }
}

extension Inputs {
  /// The plan of a schema. Fails, with all errors reported, if there are any.
  func planned(_ schema: Schema, _ options: GenerationOptions, _ console: Console) throws(Failure) -> Plan {
    let (plan, diagnostics) = plan(schema, sources: bases, options: options)
    try console.report(diagnostics, in: schemas)
    return plan
  }
}
