import IgataSchema
import IgataTemplateLanguage

/// What templates see of a model.
final class SwiftModelView: View {
  private enum Slot: String, CaseIterable {
    case documentation, name, properties, fitsInitializer, key, table
    case isSensitive, draft, inverses, columns
  }
  private static let slots = Slot.allCases
  private static let names = Shape(of: slots)

  private let scope: GenerationScope
  private let model: Model
  private let properties: SwiftProperties
  private let draft: SwiftDraft?

  init(_ scope: GenerationScope, _ model: Model) {
    self.scope = scope
    self.model = model
    draft = scope.draft(of: model)
    properties = SwiftProperties(scope, scope.properties(of: model), draft: draft)
  }

  var shape: Shape { Self.names }

  func value(at slot: Int) -> TemplateValue {
    switch Self.slots[slot] {
    case .documentation: scope.documentation(of: model)
    case .name: .text(SwiftIdentifier.escape(model.name))
    case .properties: properties.value
    case .fitsInitializer: .flag(properties.fitInitializer)
    case .columns: .written(self, slot: slot)
    case .key: scope.keyView(model).map { .view($0) } ?? .null
    case .table: .view(SwiftTableView(scope, model))
    case .isSensitive: .flag(properties.all.indices.contains { scope.isSensitive(properties.all[$0].field) })
    case .draft: .optional(draft?.name)
    case .inverses: .records(scope.inverses(of: model))
    }
  }

  func write(_ slot: Int, into text: inout TextBuffer) -> Bool {
    guard Self.slots[slot] == .columns else { return false }
    properties.writeColumns(scope.inverseFields(of: model), into: &text)
    return true
  }
}

extension GenerationScope {
  private static let keyShape = Shape(
    "type", "value", "parts", "fitsInitializer", "columnCount", "keyValues", "modelName")
  private static let keyPartShape = Shape("name", "type", "column")

  fileprivate func properties(of model: Model) -> [SwiftProperty] {
    var columns = [Int](repeating: 0, count: model.fields.count)
    for index in model.columns.indices.reversed() { columns[model.columns[index].field] = index }
    var relations = [Int](repeating: 0, count: model.fields.count)
    for (number, field) in self.relations(of: model).enumerated() { relations[field] = number }
    return properties(of: model.fields, givesUpID: !hasIDKey(model)) { index in
      SwiftPlace(column: columns[index], relation: relations[index])
    }
  }

  /// Whether the field `id` is the model's whole key.
  func hasIDKey(_ model: Model) -> Bool {
    model.primaryKey.count == 1 && model.fields[model.columns[model.primaryKey[0]].field].name == "id"
  }

  fileprivate func documentation(of model: Model) -> TemplateValue {
    guard let reason = model.deprecation else { return documentation(model.origin) }
    let lines = model.origin.documentation
    return documentation(lines + (lines.isEmpty ? [] : [""]) + ["- Warning: Deprecated: \(reason)"])
  }

  fileprivate func isSensitive(_ field: Field) -> Bool {
    if field.isSensitive { return true }
    guard case .embedded(let index, _) = field.kind else { return false }
    return schema.structs[index].fields.contains(where: isSensitive)
  }

  // MARK: The key

  /// The `id` that a model has besides its fields, where its key is no field of that name.
  fileprivate func keyView(_ model: Model) -> Record? {
    if hasIDKey(model), case .value = model.columns[model.primaryKey[0]].role { return nil }
    let parts = keyParts(model)
    if parts.count == 1, let part = parts.first {
      if part.expression == "id" { return nil }
      return Record(
        Self.keyShape,
        [.text(part.type), .text(part.expression), .records([]), .null, .null, .null, .null])
    }
    var column = 0
    var records: [Record] = []
    for part in parts {
      let place = column == 0 ? "column" : "column + \(column)"
      records.append(Record(Self.keyPartShape, [.text(part.name), .text(part.type), .text(place)]))
      column += part.width
    }
    let arguments = parts.map { "\($0.name): \($0.expression)" }
    let parameters = parts.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
    return Record(
      Self.keyShape,
      [
        .text("ID"), .text("ID(\(arguments.joined(separator: ", ")))"), .records(records),
        .flag(fitsInitializer(parameters, indent: 4)), .text(String(column)),
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
}
