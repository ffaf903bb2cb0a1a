import IgataSchema
import IgataTables

/// The declarations that the SwiftData classes of one run can refer to.
struct SwiftDataScope: ClassScope {
  static let kind = OutputKind.swiftdata
  static let framework = "SwiftData"
  static let supportModules = ["Foundation"]
  static let moduleNames = ModuleNames([
    "SwiftData": ["Model", "Attribute", "Relationship", "Unique", "Index"],
    "Swift": [
      "Error", "Codable", "Hashable", "Sendable", "CaseIterable", "RawRepresentable", "CustomStringConvertible",
      "UInt8", "UInt64", "BinaryInteger", "Array",
      "max",
    ],
    "Foundation": ["Locale", "NSDecimalNumber", "NSDecimalNumberHandler"],
  ])

  /// The inverse of a relation, which the schema doesn't declare but SwiftData requires.
  struct Inverse {
    let name: String
    let source: Int
    let field: Int
    let rule: DeleteRule
  }

  let scope: GenerationScope
  private(set) var modelNames: [ClassNames]
  let structNames: [ClassNames]
  /// For each model, the inverses that it gets in addition to its fields.
  private(set) var inverses: [[Inverse]]

  init(_ scope: GenerationScope) {
    self.scope = scope
    let schema = scope.schema
    let types = ClassNames.types(of: scope)
    let members = NameSet(Self.members + types)
    // A model has an `id` even if its key has another name.
    let membersWithID = NameSet(Self.members + types + ["id"])
    modelNames = schema.models.map { model in
      let reserved = Self.keyName(of: model) == "id" ? members : membersWithID
      return ClassNames(model.fields, reserved: reserved) {
        if case .toOne(_, .wrapper, _) = $0.kind { true } else { false }
      }
    }
    // Members that Swift synthesizes for a struct, which a field would hide.
    let typeNames = NameSet(types + ["CodingKeys", "hashValue"])
    structNames = schema.structs.map { ClassNames($0.fields, reserved: typeNames) { _ in false } }
    inverses = schema.models.map { _ in [] }
    for (source, model) in schema.models.enumerated() {
      for (field, declared) in model.fields.enumerated() {
        let target: Int
        var rule = DeleteRule.nullify
        switch declared.kind {
        case .toOne(let index, _, let given): (target, rule) = (index, given)
        case .ordered(let index): target = index
        case .value, .list, .embedded, .inverse: continue
        }
        if Self.inverse(of: field, in: source, schema) != nil { continue }
        let name = modelNames[target].take(
          SwiftIdentifier.prefixed("inverseOf\(model.name)", declared.name))
        inverses[target].append(Inverse(name: name, source: source, field: field, rule: rule))
      }
    }
  }

  /// The field of the inverse relation, if the schema declares one.
  static func inverse(of field: Int, in source: Int, _ schema: Schema) -> Int? {
    let target: Int
    switch schema.models[source].fields[field].kind {
    case .toOne(let index, _, _), .ordered(let index): target = index
    case .value, .list, .embedded, .inverse: return nil
    }
    return schema.models[target].fields.firstIndex {
      if case .inverse(source, of: field, _) = $0.kind { true } else { false }
    }
  }

  /// The name of the field that is the whole key, or `nil` if there is none.
  private static func keyName(of model: Model) -> String? {
    guard model.primaryKey.count == 1, let key = model.primaryKey.first, model.columns[key].path.isEmpty,
      case .value = model.columns[key].role, !model.fields[model.columns[key].field].isImplied
    else { return nil }
    return model.fields[model.columns[key].field].name
  }

  /// A declaration of SwiftData.
  func swiftData(_ name: String) -> String { scope.typeNames.name(name, of: "SwiftData") }

  // MARK: Types

  func type(_ type: ValueType) -> String {
    switch type {
    case .scalar(let scalar): scope.typeNames.portable(scalar)
    case .enumeration, .newtype: scope.type(type)
    }
  }

  func value(_ type: ValueType) -> String { scope.value(type) }

  func type(of field: Field) -> String {
    switch field.kind {
    case .value(let type, let isOptional): self.type(type) + (isOptional ? "?" : "")
    case .list(let type): "[\(self.type(type))]"
    case .embedded(let index, let isOptional): scope.structType(index) + (isOptional ? "?" : "")
    case .toOne(let target, .required, _): scope.modelType(target)
    case .toOne(let target, _, _): scope.modelType(target) + "?"
    case .inverse(let target, _, isSingle: true): scope.modelType(target) + "?"
    case .inverse(let target, _, isSingle: false), .ordered(let target): "[\(scope.modelType(target))]"
    }
  }

  /// The members that every class has, the names that the expansion of `@Model` refers to, and names that Core Data
  /// reserves.
  ///
  /// In a key path, Swift gives `Type`, `Protocol` and `ID` after a type another meaning.
  private static let members = [
    "ID", "Observation", "Protocol", "Type", "_SwiftDataNoType", "access", "attributeKeys", "class", "copy",
    "createBackingData", "debugDescription", "description", "entity", "getTransformableValue", "getValue", "hasChanges",
    "hash", "hashValue", "init", "isDeleted", "isFault", "isInserted", "isUpdated", "managedObjectContext",
    "modelContext", "objectID", "persistentBackingData", "persistentModelID", "schemaMetadata", "self",
    "setTransformableValue", "setValue", "withMutation",
  ]
}
