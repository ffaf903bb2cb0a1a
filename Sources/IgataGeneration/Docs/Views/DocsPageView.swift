import IgataDiagnostics
import IgataSchema
import IgataTables
import IgataTemplateLanguage

/// The view of the whole documentation for templates.
extension DocsScope {
  func page(_ parts: DocsParts) -> Record {
    let diagram = Diagram(schema, of: selection.models, files: fileNames.count > 1 ? fileTitles : [])
    let links = selection.models.flatMap { model in relations(ofModel: model).map { (model: model, field: $0) } }
    let models = selection.models
    let findings = options.findings ?? []
    return Record([
      "title": .text(title), "digest": .text(digest), "counts": .texts(counts(relations: links.count)),
      "style": .text(parts.style), "styleHash": .text(DocsParts.policy(for: parts.style)),
      "script": .text(parts.script), "scriptHash": .text(DocsParts.policy(for: parts.script)),
      "diagramStyle": .text(parts.diagramStyle),
      "diagram": .view(view(diagram, id: "igata-diagram", title: "Models and relations of \(title)")),
      "isNamesOnly": .flag(models.count > Diagram.mostDetailed),
      "hasModels": .flag(!models.isEmpty),
      "models": .made(views(ofModels: models, parts)),
      "modelNames": .records(models.map { link(to: schema.models[$0].name) }),
      "hasEnums": .flag(!selection.enums.isEmpty), "enums": .records(selection.enums.map { view(enum: $0) }),
      "hasTypes": .flag(!selection.newtypes.isEmpty), "types": .records(selection.newtypes.map { view(newtype: $0) }),
      "hasStructs": .flag(!selection.structs.isEmpty), "structs": .records(selection.structs.map { view(struct: $0) }),
      "modelCount": .number(models.count), "enumCount": .number(selection.enums.count),
      "typeCount": .number(selection.newtypes.count), "structCount": .number(selection.structs.count),
      "files": .records(fileNames.indices.map { view(file: $0, parts) }), "hasFiles": .flag(fileNames.count > 1),
      "relations": .made(
        ViewSource(count: links.count) { [self] in relation(ofField: links[$0].field, in: links[$0].model) }),
      "hasRelations": .flag(!links.isEmpty), "reserved": .texts(schema.reservedModels.map(\.name)),
      "index": .records(index), "findings": .records(findings.map(view)), "hasFindings": .flag(!findings.isEmpty),
      "hasLint": .flag(options.findings != nil), "hasSensitive": .flag(hasField(where: \.isSensitive)),
      "hasDeprecated": .flag(
        hasField { $0.deprecation != nil } || models.contains { schema.models[$0].deprecation != nil }),
      "around": .optional(options.around), "database": .text(database.title), "tables": .made(tables(of: models)),
    ])
  }

  /// A schema file: its name, and what is documented of it.
  private func view(file number: Int, _ parts: DocsParts) -> Record {
    let declared = generation.declarations(in: number)
    let models = declared.models.filter(selection.includes(model:))
    let enums = declared.enums.filter(selection.includes(enum:))
    return Record([
      "name": .text(fileNames[number]), "number": .number(number), "models": .made(views(ofModels: models, parts)),
      "hasModels": .flag(!models.isEmpty),
      "enums": .made(ViewSource(count: enums.count) { [self] in view(enum: enums[$0]) }),
      "tables": .made(tables(of: models)), "hasDeclarations": .flag(!models.isEmpty || !enums.isEmpty),
    ])
  }

  private func views(ofModels models: [Int], _ parts: DocsParts) -> ViewSource {
    ViewSource(count: models.count) { [self] in
      DocsModelView(self, models[$0], swift: parts.swift[models[$0]] ?? "")
    }
  }

  private func view(_ finding: DocsFinding) -> Record {
    Record([
      "rule": .text(finding.rule), "severity": .text(finding.severity), "message": .text(finding.message),
      "location": .text(finding.location),
    ])
  }

  /// A name with the address of its anchor on the page.
  func link(to name: String) -> Record { Record(["name": .text(name), "address": .text(DocsAnchor.address(name))]) }

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
      Record([
        "name": .text($0.name), "address": .text(DocsAnchor.address($0.name)), "kind": .text($0.kind),
        "summary": .optional(DocsText.summary($0.documentation)),
      ])
    }
  }
}
