import IgataSchema
import IgataTables

/// The outputs whose templates have the view of custom templates: those in other languages, and the custom outputs.
func schemaOutputs(_ schema: Schema, _ sources: Sources, _ options: GenerationOptions) -> [Plan.Output] {
  let languages = OtherLanguage.allCases.filter { options.targets.contains($0.target) }
  let wanted = options.targets.contains(.outputs) ? options.outputs : []
  guard !languages.isEmpty || !wanted.isEmpty else { return [] }
  let view = SchemaView(schemaTree(schema, files: sources.schemasByPath))
  let files = Array(sources.schemas.indices)
  let paths = sources.outputPaths
  let outputs = languages.map { language in
    Plan.Output(
      path: (paths.count == 1 ? paths[0] : "schema") + language.ending, template: "\(language)/file",
      view: view.document, origin: OutputOrigin(language.kind, files: files))
  }
  return outputs + wanted.flatMap { customOutputs($0, schema, sources, view) }
}

/// A language with one output for the whole schema.
private enum OtherLanguage: CaseIterable {
  case openapi, typescript, kotlin

  var target: Target {
    switch self {
    case .openapi: .openapi
    case .typescript: .typescript
    case .kotlin: .kotlin
    }
  }

  var kind: OutputKind {
    switch self {
    case .openapi: .openapi
    case .typescript: .typescript
    case .kotlin: .kotlin
    }
  }

  /// What follows the name of the schema file in the path.
  var ending: String {
    switch self {
    case .openapi: ".openapi.json"
    case .typescript: ".ts"
    case .kotlin: ".kt"
    }
  }
}

/// The outputs that an entry of the configuration defines.
private func customOutputs(
  _ wanted: CustomOutput, _ schema: Schema, _ sources: Sources, _ view: SchemaView
) -> [Plan.Output] {
  var output = wanted
  output.location.file = sources.configurationIndex
  let declared: [(name: String, file: Int)]
  switch output.scope {
  case .once:
    let files = Array(sources.schemas.indices)
    return [Plan.Output(output, path: output.path, view: view.document, files: files)]
  case .model: declared = schema.models.map { ($0.name, $0.origin.file) }
  case .enum: declared = schema.enums.map { ($0.name, $0.origin.file) }
  case .struct: declared = schema.structs.map { ($0.name, $0.origin.file) }
  case .type: declared = schema.newtypes.map { ($0.name, $0.origin.file) }
  }
  return declared.indices.map { index in
    Plan.Output(
      output, path: output.path(for: declared[index].name), view: view.declaration(output.scope, index),
      files: [declared[index].file])
  }
}
