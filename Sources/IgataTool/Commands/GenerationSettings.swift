import IgataDiagnostics
import IgataGeneration

/// The settings of a generation, from the command line and the configuration.
struct GenerationSettings {
  /// The output folder.
  let folder: FileLocation
  /// The folder of the custom templates.
  let templates: String?
  /// The project that must contain the templates, or `nil` if the command line names them.
  let project: ProjectFolder?
  let options: GenerationOptions

  init(_ invocation: Invocation, _ source: Inputs) {
    let configuration = source.configuration
    func values(_ rule: OptionRule) -> [String]? { invocation.parts(rule) ?? configuration[rule] }
    folder =
      invocation.text(.output).map(FileLocation.init(folder:)) ?? configuration.output ?? FileLocation(folder: ".")
    templates = invocation.text(.templates) ?? configuration.value(of: .templates)
    project = invocation.has(.templates) ? nil : configuration.project
    // The parser accepts only valid values.
    let standard = GenerationOptions()
    options = GenerationOptions(
      targets: Self.targets(invocation, configuration) ?? standard.targets + [.outputs],
      dialects: values(.dialect)?.compactMap { Dialect(rawValue: $0) } ?? standard.dialects,
      access: values(.access)?.first.flatMap { AccessLevel(rawValue: $0) } ?? standard.access,
      names: configuration.names,
      outputs: configuration.outputs,
      schemaName: invocation.text(.schemaName) ?? configuration.value(of: .schemaName),
      folder: PathText.name(source.root))
  }

  /// The targets. If the command line selects none, custom outputs are included if the configuration defines them.
  private static func targets(_ invocation: Invocation, _ configuration: Configuration) -> [Target]? {
    if let names = invocation.parts(.target) { return names.compactMap { Target(rawValue: $0) } }
    return configuration[.target].map { $0.compactMap { Target(rawValue: $0) } + [.outputs] }
  }
}
