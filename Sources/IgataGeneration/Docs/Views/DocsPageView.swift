import IgataDiagnostics
import IgataSchema
import IgataTables
import IgataTemplateLanguage

/// The view of the whole documentation for templates.
extension DocsScope {
  private static let pageShape = Shape(
    "title", "digest", "counts", "style", "styleHash", "script", "scriptHash", "diagramStyle", "diagram", "isNamesOnly",
    "hasModels", "models", "modelNames", "hasEnums", "enums", "hasTypes", "types", "hasStructs", "structs",
    "modelCount", "enumCount", "typeCount", "structCount", "files", "hasFiles", "relations", "hasRelations", "reserved",
    "index", "findings", "hasFindings", "hasLint", "hasSensitive", "hasDeprecated", "around",
    "database", "tables")
  private static let nameShape = Shape("name", "address")
  private static let fileShape = Shape("name", "number")
  private static let entryShape = Shape("name", "address", "kind", "summary")
  private static let findingShape = Shape("rule", "severity", "message", "location")

  func page(_ parts: DocsParts) -> Record {
    let diagram = Diagram(schema, of: selection.models, files: fileNames.count > 1 ? fileTitles : [])
    let links = selection.models.flatMap { model in relations(ofModel: model).map { (model: model, field: $0) } }
    let models = selection.models
    let findings = options.findings ?? []
    let values: [TemplateValue] = [
      .text(title), .text(digest), .texts(counts(relations: links.count)),
      .bytes(parts.style), .text(DocsParts.policy(for: parts.style)), .bytes(parts.script),
      .text(DocsParts.policy(for: parts.script)), .bytes(parts.diagramStyle),
      .view(view(diagram, id: "igata-diagram", title: "Models and relations of \(title)")),
      .flag(models.count > Diagram.mostDetailed),
      .flag(!models.isEmpty),
      .made(
        ViewSource(count: models.count) { [self] in
          DocsModelView(self, models[$0], swift: parts.swift[models[$0]] ?? [])
        }),
      .list(
        models.map { index in
          let name = schema.models[index].name
          return Record(Self.nameShape, [.text(name), .text(DocsAnchor.address(name))])
        }),
      .flag(!selection.enums.isEmpty), .list(selection.enums.map { view(enum: $0) }),
      .flag(!selection.newtypes.isEmpty), .list(selection.newtypes.map { view(newtype: $0) }),
      .flag(!selection.structs.isEmpty), .list(selection.structs.map { view(struct: $0) }),
      .number(models.count), .number(selection.enums.count), .number(selection.newtypes.count),
      .number(selection.structs.count),
      .list(fileNames.indices.map { DocsFileView(self, $0, parts) }),
      .flag(fileNames.count > 1),
      .made(ViewSource(count: links.count) { [self] in relation(ofField: links[$0].field, in: links[$0].model) }),
      .flag(!links.isEmpty), .texts(schema.reservedModels.map(\.name)), .list(index),
      .list(
        findings.map {
          Record(Self.findingShape, [.text($0.rule), .text($0.severity), .text($0.message), .text($0.location)])
        }),
      .flag(!findings.isEmpty), .flag(options.findings != nil),
      .flag(hasField(where: \.isSensitive)),
      .flag(hasField { $0.deprecation != nil } || models.contains { schema.models[$0].deprecation != nil }),
      .optional(options.around), .text(database.title), .made(tables(of: models)),
    ]
    return Record(Self.pageShape, values)
  }

  private func hasField(where isMeant: (Field) -> Bool) -> Bool {
    selection.models.contains { schema.models[$0].fields.contains(where: isMeant) }
  }

  private func counts(relations: Int) -> [String] {
    [
      (selection.models.count, "model"), (relations, "relation"), (selection.enums.count, "enum"),
      (selection.newtypes.count, "type"), (selection.structs.count, "struct"),
    ].filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
  }

  /// All declarations by name.
  private var index: [Record] {
    var entries: [(name: String, kind: String, documentation: [String])] = []
    entries += selection.models.map { (schema.models[$0].name, "model", schema.models[$0].origin.documentation) }
    entries += selection.enums.map { (schema.enums[$0].name, "enum", schema.enums[$0].origin.documentation) }
    entries += selection.newtypes.map { (schema.newtypes[$0].name, "type", schema.newtypes[$0].origin.documentation) }
    entries += selection.structs.map { (schema.structs[$0].name, "struct", schema.structs[$0].origin.documentation) }
    return entries.sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }.map {
      Record(
        Self.entryShape,
        [
          .text($0.name), .text(DocsAnchor.address($0.name)), .text($0.kind),
          .optional(DocsText.summary($0.documentation)),
        ])
    }
  }
}
