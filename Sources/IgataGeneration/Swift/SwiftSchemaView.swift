import IgataDiagnostics
import IgataSchema
import IgataTemplateLanguage

/// The view of the enum that lists all models, and of its own file if several schema files declare models.
extension GenerationScope {
  private static let schemaShape = Shape(
    "name", "sources", "models", "hasVersions", "versionLists", "versions", "hasFunctions", "functions", "names")
  private static let schemaFileShape = Shape("source", "imports", "schema", "aliases", "hasAliases", "names")

  /// The name of the enum: the configured name, or a derived one, followed by underscores if the schema has a type with
  /// that name.
  func enumName(_ given: String?, _ sources: [String], in folder: String) -> String {
    if let given { return given }
    var name = SchemaName.derived(from: sources, in: folder)
    while isDeclared(name) { name += "_" }
    return name
  }

  func schemaView(_ name: String, of sources: [String]) -> Record {
    // Sorted by name, so that the order of the files makes no difference.
    let models = schema.models.indices.sorted { left, right in
      let (first, second) = (schema.models[left].origin.file, schema.models[right].origin.file)
      return first == second ? left < right : sources[first] < sources[second]
    }
    let order = creationOrder(from: models)
    return Record(
      Self.schemaShape,
      [
        .text(name), .text(Self.listed(sources.sorted().map { "`\(SourcePaths.inComment($0))`" })),
        .text(SwiftLayout.list("", order.map { modelValue($0) + ".self" }, "", .square, indent: 4)),
        .flag(!versions.isEmpty), .text(versionLists), .records(dialects.flatMap(views)), .flag(!functions.isEmpty),
        .records(functions.map(view)), names,
      ])
  }

  func schemaFileView(_ sources: [String], name: String) -> Record {
    let aliases = privateAliases(ofModels: schema.models.indices)
    let modules = functionsUseFoundation ? ["Foundation"] : []
    return Record(
      Self.schemaFileShape,
      [
        .text(Self.listed(sources.sorted().map(SourcePaths.inComment))), .texts(imports(modules + ["IgataRuntime"])),
        .view(schemaView(name, of: sources)), .records(aliases), .flag(!aliases.isEmpty), names,
      ])
  }

  /// `a, b and c`, or `a, b and 3 other files`.
  private static func listed(_ names: [String]) -> String {
    let limit = 4
    let shown = names.count > limit ? Array(names.prefix(limit - 1)) : names
    let rest = names.count - shown.count
    guard let last = rest > 0 ? "\(rest) other files" : shown.last, names.count > 1 else { return shown.first ?? "" }
    return "\((rest > 0 ? shown[...] : shown.dropLast()).joined(separator: ", ")) and \(last)"
  }

  static func takenSchemaName(_ name: String?, in schema: Schema) -> [Diagnostic] {
    guard let name else { return [] }
    return schema.declaredTypes.filter { $0.name == name }.map { .takenSchemaName(name, at: $0.origin.range) }
  }
}

