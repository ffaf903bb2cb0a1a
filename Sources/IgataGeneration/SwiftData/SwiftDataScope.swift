import IgataSchema
import IgataTables

/// What the classes of one run for SwiftData may refer to.
struct SwiftDataScope {
  /// The side of a relation that the schema does not speak of, and that SwiftData wants.
  struct Inverse {
    let name: String
    let source: Int
    let field: Int
    let rule: DeleteRule
  }

  let scope: GenerationScope
  private(set) var modelNames: [ClassNames]
  let structNames: [ClassNames]
  /// For each model the sides that it gets beyond its fields.
  private(set) var inverses: [[Inverse]]

  var schema: Schema { scope.schema }

  init(_ scope: GenerationScope) {
    self.scope = scope
    let schema = scope.schema
    let types = ClassNames.types(of: scope)
    let members = NameSet(Self.members + types)
    // A model has an `id` that has no key of that name.
    let membersWithID = NameSet(Self.members + types + ["id"])
    modelNames = schema.models.map { model in
      let reserved = Self.keyName(of: model) == "id" ? members : membersWithID
      return ClassNames(model.fields, reserved: reserved) {
        if case .toOne(_, .wrapper, _) = $0.kind { true } else { false }
      }
    }
    // Members that Swift makes for a struct, which a field would hide.
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
        case .value, .list, .embedded, .toMany: continue
        }
        if Self.inverse(of: field, in: source, schema) != nil { continue }
        let name = modelNames[target].take(
          SwiftIdentifier.prefixed("inverseOf\(model.name)", declared.name))
        inverses[target].append(Inverse(name: name, source: source, field: field, rule: rule))
      }
    }
  }

  /// The field of the other side, where the schema has one.
  static func inverse(of field: Int, in source: Int, _ schema: Schema) -> Int? {
    guard case .toOne(let target, _, _) = schema.models[source].fields[field].kind else { return nil }
    return schema.models[target].fields.firstIndex {
      if case .toMany(source, field) = $0.kind { true } else { false }
    }
  }

  /// The name of the field that is the whole key, if there is one.
  private static func keyName(of model: Model) -> String? {
    guard model.primaryKey.count == 1, let key = model.primaryKey.first, model.columns[key].path.isEmpty,
      case .value = model.columns[key].role
    else { return nil }
    return model.fields[model.columns[key].field].name
  }

  /// A declaration of SwiftData.
  func swiftData(_ name: String) -> String { scope.name(name, of: "SwiftData") }

  // MARK: Types

  func type(_ type: ValueType) -> String {
    switch type {
    case .scalar(let scalar): scalar.portableType
    case .enumeration, .newtype: scope.type(type)
    }
  }

  func type(of field: Field) -> String {
    switch field.kind {
    case .value(let type, let isOptional): self.type(type) + (isOptional ? "?" : "")
    case .list(let type): "[\(self.type(type))]"
    case .embedded(let index, let isOptional): scope.structType(index) + (isOptional ? "?" : "")
    case .toOne(let target, .required, _): scope.modelType(target)
    case .toOne(let target, _, _): scope.modelType(target) + "?"
    case .toMany(let target, _), .ordered(let target): "[\(scope.modelType(target))]"
    }
  }

  /// The members that every class has, what `@Model` refers to in one, and names that Core Data below takes for its own.
  ///
  /// Behind a type, a key path reads `Type`, `Protocol` and `ID` as the names of other types.
  private static let members = [
    "ID", "Observation", "Protocol", "Type", "_SwiftDataNoType", "access", "attributeKeys", "class", "copy",
    "createBackingData", "debugDescription", "description", "entity", "getTransformableValue", "getValue", "hasChanges",
    "hash", "hashValue", "init", "isDeleted", "isFault", "isInserted", "isUpdated", "managedObjectContext", "modelContext", "objectID", "persistentBackingData",
    "persistentModelID", "schemaMetadata", "self", "setTransformableValue", "setValue", "withMutation",
  ]
}
