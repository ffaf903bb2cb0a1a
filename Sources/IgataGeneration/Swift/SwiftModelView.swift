import IgataSchema
import IgataTemplateLanguage

extension GenerationScope {
  private static let modelShape = Shape(
    "documentation", "name", "properties", "initializer", "assignments", "key", "table", "readings", "writings",
    "visits", "hasVisits", "generatedKey", "stamps", "hasStamps", "inverses", "comparisons", "columns", "storage",
    "isSensitive",
    "draft", "names")
  private static let tableShape = Shape(
    "model", "name", "columns", "primaryKey", "versionColumn", "parts",
    "isBare")
  private static let keyShape = Shape(
    "type", "value", "parts", "initializer", "columnCount", "keyValues", "modelName")
  private static let keyPartShape = Shape("name", "type", "column")
  private static let partShape = Shape("label", "elements", "isLast")

  func view(_ model: Model) -> Record {
    let properties = properties(of: model.fields, givesUpID: !hasIDKey(model)) { index in
      model.columns.firstIndex { $0.field == index } ?? 0
    }
    let parameters = properties.map(parameter)
    let storage = SwiftIdentifier.free("path", among: Set(model.fields.map(\.name)))
    let visits = visits(properties, of: model)
    let stamps = stamps(properties)
    let draft = draft(of: model)
    return Record(
      Self.modelShape,
      [
        modelDocumentation(model),
        .text(SwiftIdentifier.escape(model.name)),
        .records(properties.map { view($0, draft: draft) }),
        .text(SwiftLayout.list(modifier + "init", parameters.map(\.declaration), " {", indent: 2)),
        .texts(parameters.map(\.assignment)),
        keyView(model).map { .view($0) } ?? .null,
        .view(tableView(table(of: model))),
        .texts(properties.map { reading($0, of: model) }),
        .texts(properties.compactMap { $0.writing(at: String($0.column)) }),
        .texts(visits), .flag(!visits.isEmpty),
        .optional(generatedKey(of: model, properties)),
        .texts(stamps), .flag(!stamps.isEmpty),
        .records(inverses(of: model)),
        .texts(comparisons(properties)),
        .records(
          columnViews(properties, of: model, storage: storage)
            + inverseFields(of: model).map { relatedColumns($0.name, $0.target, storage, $0.relation) }),
        .text(storage),
        .flag(properties.contains { isSensitive($0.field) }),
        .optional(draft?.name),
        names,
      ])
  }

  /// Whether the field `id` is the model's whole key.
  func hasIDKey(_ model: Model) -> Bool {
    model.primaryKey.count == 1 && model.fields[model.columns[model.primaryKey[0]].field].name == "id"
  }

  private func modelDocumentation(_ model: Model) -> TemplateValue {
    guard let reason = model.deprecation else { return documentation(model.origin) }
    let lines = model.origin.documentation
    return documentation(lines + (lines.isEmpty ? [] : [""]) + ["- Warning: Deprecated: \(reason)"])
  }

  private func isSensitive(_ field: Field) -> Bool {
    if field.isSensitive { return true }
    guard case .embedded(let index, _) = field.kind else { return false }
    return schema.structs[index].fields.contains(where: isSensitive)
  }

  // MARK: Coding

  private func reading(_ property: SwiftProperty, of model: Model) -> String {
    var relation: Int?
    if let index = model.fields.firstIndex(where: { $0.name == property.field.name }) {
      relation = relationNumber(ofField: index, in: model)
    }
    var presence: String?
    if case .embedded(let inner, isOptional: true) = property.form, let offset = presenceOffset(ofStruct: inner) {
      presence = String(property.column + offset)
    }
    return "\(property.own) = \(property.reading(at: String(property.column), relation: relation, presence: presence))"
  }

  private func visits(_ properties: [SwiftProperty], of model: Model) -> [String] {
    properties.compactMap { property in
      switch property.form {
      case .required, .optional, .wrapper, .ordered:
        guard let index = model.fields.firstIndex(where: { $0.name == property.field.name }) else { return nil }
        return "visitor.visit(&\(property.own), relation: \(relationNumber(ofField: index, in: model)))"
      case .stored, .deprecated, .embedded: return nil
      }
    }
  }

  private func generatedKey(of model: Model, _ properties: [SwiftProperty]) -> String? {
    guard model.primaryKey.count == 1, let key = model.primaryKey.first, isGeneratedKey(key, of: model),
      let property = properties.first(where: { $0.field.name == model.fields[model.columns[key].field].name })
    else { return nil }
    let value = property.type == "Int64" ? "generatedKey" : "\(property.type)(clamping: generatedKey)"
    return "\(property.own) = \(value)"
  }

  private func stamps(_ properties: [SwiftProperty]) -> [String] {
    properties.compactMap { property in
      if property.field.isUpdatedAt { return "\(property.own) = now" }
      if property.field.isVersion { return "\(property.own) &+= 1" }
      return nil
    }
  }

  private func comparisons(_ properties: [SwiftProperty]) -> [String] {
    properties.enumerated().map { $0.offset == 0 ? $0.element.comparison : "  && " + $0.element.comparison }
  }

  private func columnViews(_ properties: [SwiftProperty], of model: Model, storage: String) -> [Record] {
    properties.flatMap { property -> [Record] in
      let relation =
        model.fields.firstIndex { $0.name == property.field.name }
        .map { relationNumber(ofField: $0, in: model) } ?? 0
      func members(_ target: Int, isOptional: Bool) -> [Record] {
        let type = modelType(target) + ".Columns"
        let shape = Self.columnShape
        var result = [
          Record(
            shape,
            [
              .text(property.name), .text(type), .text("\(type)(_path: \(storage).appending(\(relation)))"),
            ])
        ]
        if schema.models[target].primaryKey.count == 1 {
          let key = "\(runtime("Column"))<\(keyType(target))\(isOptional ? "?" : "")>"
          result.append(
            Record(
              shape,
              [
                .text(SwiftIdentifier.property(property.field.name + "ID")), .text(key),
                .text("\(runtime("Column"))(\(storage), \(property.column))"),
              ]))
        }
        return result
      }
      switch property.form {
      case .required(let target): return members(target, isOptional: false)
      case .optional(let target), .wrapper(let target): return members(target, isOptional: true)
      case .ordered(let target): return [relatedColumns(property.name, target, storage, relation)]
      case .stored, .deprecated, .embedded:
        return columnViews([property], storage: storage) { String($0) }
      }
    }
  }

  // MARK: The key

  /// The `id` that a model has besides its fields, where its key is no field of that name.
  private func keyView(_ model: Model) -> Record? {
    let parts = keyParts(model)
    if parts.count == 1, let part = parts.first {
      if part.expression == "id" { return nil }
      return Record(
        Self.keyShape,
        [.text(part.type), .text(part.expression), .null, .null, .null, .null, .null])
    }
    var column = 0
    var records: [Record] = []
    for part in parts {
      let place = column == 0 ? "column" : "column + \(column)"
      records.append(Record(Self.keyPartShape, [.text(part.name), .text(part.type), .text(place)]))
      column += part.width
    }
    let arguments = parts.map { "\($0.name): \($0.expression)" }
    let declarations = parts.map { "\($0.name): \($0.type)" }
    return Record(
      Self.keyShape,
      [
        .text("ID"), .text("ID(\(arguments.joined(separator: ", ")))"), .records(records),
        .text(SwiftLayout.list(modifier + "init", declarations, " {", indent: 4)), .text(String(column)),
        .text(parts.map { "self.\($0.name)._keyValues" }.joined(separator: " + ")),
        .text(model.name),
      ])
  }

  private struct KeyPart {
    let name: String
    let type: String
    let expression: String
    let width: Int
  }

  /// The key's parts, a relation's columns together.
  private func keyParts(_ model: Model) -> [KeyPart] {
    var parts: [KeyPart] = []
    var seen: Set<Int> = []
    let names = Set(model.fields.map(\.name))
    for index in model.primaryKey {
      let column = model.columns[index]
      let field = model.fields[column.field]
      guard seen.insert(column.field).inserted else { continue }
      switch field.kind {
      case .toOne(let target, _, _):
        parts.append(
          KeyPart(
            name: SwiftIdentifier.property(field.name + "ID"), type: keyType(target),
            expression: SwiftIdentifier.free("_" + field.name, among: names) + ".key",
            width: schema.models[target].primaryKey.count))
      default:
        let name = SwiftIdentifier.property(field.name)
        parts.append(KeyPart(name: name, type: self.type(column.type), expression: name, width: 1))
      }
    }
    return parts
  }

  // MARK: The table

  private func tableView(_ table: SwiftTable) -> Record {
    var parts: [(String, [String])] = []
    if !table.uniques.isEmpty { parts.append(("uniques", table.uniques)) }
    if !table.indexes.isEmpty { parts.append(("indexes", table.indexes)) }
    if !table.relations.isEmpty { parts.append(("relations", table.relations)) }
    if !table.structs.isEmpty { parts.append(("structs", table.structs)) }
    let views = parts.enumerated().map { index, part in
      Record(
        Self.partShape,
        [.text(part.0), .texts(part.1), .flag(index == parts.count - 1 && table.versionColumn == nil)])
    }
    return Record(
      Self.tableShape,
      [
        .text(table.model), .text(table.name), .texts(table.columns), .text(table.primaryKey),
        .optional(table.versionColumn), .records(views),
        .flag(parts.isEmpty && table.versionColumn == nil),
      ])
  }
}
