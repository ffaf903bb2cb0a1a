import IgataSchema
import IgataTables
import IgataTemplateLanguage

/// The view of a model for templates.
final class SwiftModelView: View {
  private enum Slot: String, CaseIterable {
    case documentation, name, isModel, properties, parameters, key, table
    case hasRelations, generatedKey, hasDatabaseDefaults, hasStamps, hasConvertMethod, isIdentifiable, isSensitive,
      isExternal,
      ownDescription, draft, draftValue, inverses, columns
  }
  private static let slots = Slot.allCases
  private static let names = Shape(of: slots)

  private let scope: GenerationScope
  private let model: Model
  private let table: ModelTable
  private let properties: SwiftProperties
  private let keyMember: SwiftMember
  private let key: SwiftOwnKey

  /// - Parameter index: The index of the model in the schema.
  init(_ scope: GenerationScope, _ index: Int) {
    let model = scope.schema.models[index]
    self.scope = scope
    self.model = model
    table = scope.tables[index]
    keyMember = scope.keyMember(of: model)
    key = SwiftOwnKey(model: model.name, name: keyMember.name, draft: scope.draft(of: model))
    let all = scope.properties(of: model)
    properties = SwiftProperties(
      scope, all, of: model.name, key: key,
      keyFields: Set(model.primaryKey.map { model.fields[model.columns[$0].field].name }),
      links: SwiftLinks(scope, model, all))
  }

  var shape: Shape { Self.names }

  func value(at slot: Int) -> TemplateValue {
    switch Self.slots[slot] {
    case .documentation: scope.documentation(model.origin, deprecatedBecause: model.deprecation)
    case .name: .text(SwiftIdentifier.type(model.name))
    case .isModel: .flag(true)
    case .properties: properties.value
    case .parameters: properties.parameters
    case .columns: .written(self, slot: slot)
    case .key: scope.keyView(model, keyMember).map { .view($0) } ?? .null
    case .table: .view(SwiftTableView(scope, table))
    case .hasRelations: .flag(properties.all.contains(where: \.coding.isRelation))
    case .generatedKey: .optional(generatedKey)
    case .hasDatabaseDefaults: .flag(properties.all.contains(where: \.isMadeByDatabase))
    case .hasStamps: .flag(model.fields.contains { $0.isUpdatedAt || $0.isVersion })
    // A property and a method without parameters can't have the same name.
    case .hasConvertMethod: .flag(!model.fields.contains { $0.name == "convert" })
    case .isIdentifiable: .flag(scope.isIdentifiable(model))
    case .isSensitive: .flag(isSensitive)
    case .isExternal: .flag(model.isExternal)
    case .ownDescription: isSensitive ? scope.ownDescription(of: model).map { .view($0) } ?? .null : .null
    case .draft: .optional(key.draft?.name)
    case .draftValue: .text(scope.typeNames.scalarCall(.uuid))
    case .inverses: .records(scope.inverses(of: model, key: key.name))
    }
  }

  private var isSensitive: Bool { properties.all.contains { scope.isSensitive($0.field) } }

  /// The code that sets a primary key that the store generates, or `nil` if it doesn't generate one.
  private var generatedKey: String? {
    guard model.primaryKey.count == 1, let key = model.primaryKey.first, model.isGeneratedKey(key),
      let property = properties.all.first(where: { $0.field.name == model.fields[model.columns[key].field].name })
    else { return nil }
    return property.own + (property.coding.scalar == .int64 ? " = generatedKey" : " = .init(clamping: generatedKey)")
  }

  func write(_ slot: Int, into text: inout TextBuffer) -> Bool {
    guard Self.slots[slot] == .columns else { return false }
    properties.writeColumns(scope.columnsMember(of: model), scope.inverseFields(of: model), into: &text)
    return true
  }
}

extension GenerationScope {
  private static let keyShape = Shape("name", "attribute", "type", "value", "struct", "typeAlias")
  private static let keyStructShape = Shape("parts", "columnCount", "keyValues", "modelName", "description")
  private static let keyPartShape = Shape("name", "type", "column")

  fileprivate func properties(of model: Model) -> [SwiftProperty] {
    var columns = [Int](repeating: 0, count: model.fields.count)
    for index in model.columns.indices.reversed() { columns[model.columns[index].field] = index }
    var relations = [Int](repeating: 0, count: model.fields.count)
    for (number, field) in model.relationFields.enumerated() { relations[field] = number }
    return properties(of: model.fields) { index in
      ColumnReference(column: columns[index], relation: relations[index])
    }
  }

  /// Whether the field `id` is the model's whole key.
  func isIdentifiable(_ model: Model) -> Bool {
    guard model.primaryKey.count == 1, case .value = model.columns[model.primaryKey[0]].role else { return false }
    return model.fields[model.columns[model.primaryKey[0]].field].name == "id"
  }

  fileprivate func isSensitive(_ field: Field) -> Bool {
    if field.isSensitive { return true }
    guard case .embedded(let index, _) = field.kind else { return false }
    return schema.structs[index].fields.contains(where: isSensitive)
  }

  private static let ownDescriptionShape = Shape("name", "attribute")

  /// The description of a model that has a field of that name, which would otherwise be shown instead.
  fileprivate func ownDescription(of model: Model) -> Record? {
    let member = SwiftMember("description", of: typeNames.swiftType("CustomStringConvertible"), among: model.fields)
    return member.attribute.map { Record(Self.ownDescriptionShape, [.text(member.name), .text($0)]) }
  }

  // MARK: The key

  /// The separate key member of a model, if the key is neither a field `id` nor a field with the name of the property.
  ///
  /// - Parameter member: The result of ``keyMember(of:)``.
  fileprivate func keyView(_ model: Model, _ member: SwiftMember) -> Record? {
    let structName = keyStructName(of: model)
    if isIdentifiable(model), member.attribute == nil, structName == "PrimaryKey" { return nil }
    let parts = keyParts(model)
    if parts.count == 1, let part = parts.first {
      if part.expression == "primaryKey" { return nil }
      return keyView(model, member, part.type, part.expression, nil)
    }
    let arguments = parts.map { "\(SwiftIdentifier.label($0.name)): \($0.expression)" }
    let value = "\(structName)(\(arguments.joined(separator: ", ")))"
    return keyView(model, member, structName, value, keyStruct(parts, of: model))
  }

  private func keyView(
    _ model: Model, _ member: SwiftMember, _ type: String, _ value: String, _ keyStruct: Record?
  ) -> Record {
    let typeAlias = keyTypeAlias(model, type, isFieldOfName: member.attribute != nil, isStruct: keyStruct != nil)
    return Record(
      Self.keyShape,
      [
        .text(member.name), .optional(member.attribute), .text(type), .text(value),
        keyStruct.map { .view($0) } ?? .null, .optional(typeAlias),
      ])
  }

  /// The declaration that gives Swift the type of the key, if a field would otherwise be confused with the requirement
  /// of the runtime.
  private func keyTypeAlias(_ model: Model, _ type: String, isFieldOfName: Bool, isStruct: Bool) -> String? {
    if keyStructName(of: model) != "PrimaryKey" {
      let attribute = "@_implements(\(typeNames.runtimeType("PersistableModel")), PrimaryKey)"
      return "\(attribute) \(modifier)typealias \(keyAliasName(of: model)) = \(type)"
    }
    return isFieldOfName && !isStruct ? "\(modifier)typealias PrimaryKey = \(type)" : nil
  }

  /// The type of a compound key.
  private func keyStruct(_ parts: [KeyPart], of model: Model) -> Record {
    var column = 0
    var records: [Record] = []
    for part in parts {
      let expression = column == 0 ? "column" : "column + \(column)"
      records.append(Record(Self.keyPartShape, [.text(part.name), .text(part.type), .text(expression)]))
      column += part.width
    }
    return Record(
      Self.keyStructShape,
      [
        .records(records), .text(String(column)),
        .text(parts.map { "self.\($0.name)._keyValues" }.joined(separator: " + ")),
        .text(model.name),
        description(of: model, parts).map { .view($0) } ?? .null,
      ])
  }

  /// The description of a compound key with sensitive parts, or `nil` if it has none.
  private func description(of model: Model, _ parts: [KeyPart]) -> Record? {
    let name = keyStructName(of: model)
    return description(
      of: name, "\(SwiftIdentifier.type(model.name)).\(name)",
      parts.map { ($0.name, "self.\($0.name)", $0.isSensitive) },
      among: Set(model.primaryKey.map { model.columns[$0].field }).sorted().map { model.fields[$0] })
  }

  private struct KeyPart {
    let name: String
    let type: String
    let expression: String
    let width: Int
    let isSensitive: Bool
  }

  /// The names that properties of a key type can't have, because it has members with these names.
  static let unusableInKeys: NameSet = ["CodingKeys", "_keyValues", "hashValue"]

  /// The parts of the key. The columns of a relation form one part.
  private func keyParts(_ model: Model) -> [KeyPart] {
    var parts: [KeyPart] = []
    var seen: Set<Int> = []
    let hidden = hiddenNames(model.fields)
    for index in model.primaryKey {
      let column = model.columns[index]
      let field = model.fields[column.field]
      guard seen.insert(column.field).inserted else { continue }
      let isSensitive = model.primaryKey.contains { key in
        model.columns[key].field == column.field && schema.isSensitive(model.columns[key], in: model)
      }
      switch field.kind {
      case .toOne(let target, _, _):
        parts.append(
          KeyPart(
            name: SwiftIdentifier.escape(field.name + "ID"), type: keyType(target),
            expression: SwiftIdentifier.own(storageName(of: field, among: hidden)) + ".key",
            width: schema.models[target].primaryKey.count, isSensitive: isSensitive))
      default:
        let property = SwiftIdentifier.own(SwiftIdentifier.property(field.name, among: model.fields))
        parts.append(
          KeyPart(
            name: SwiftIdentifier.property(field.name, among: model.fields, unusable: Self.unusableInKeys),
            type: self.type(column.type), expression: property, width: 1, isSensitive: isSensitive))
      }
    }
    return parts
  }
}
