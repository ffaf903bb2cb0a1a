import IgataDiagnostics
import IgataSchema
import IgataTables

/// The declarations that the Realm classes of one run can refer to.
struct RealmScope: ClassScope {
  static let kind = OutputKind.realm
  static let framework = "Realm"
  static let supportModules = ["Foundation", "RealmSwift"]
  static let moduleNames = ModuleNames([
    "RealmSwift": [
      "Object", "EmbeddedObject", "List", "Persisted", "PersistableEnum", "Decimal128", "Realm", "RealmCollectionValue",
      "LinkingObjects",
    ],
    "Swift": [
      "Error", "CustomStringConvertible", "RawRepresentable", "FixedWidthInteger", "BinaryInteger", "Array", "Set",
      "ObjectIdentifier", "UInt8", "UInt64", "max", "type",
    ],
    "Foundation": ["Locale", "NSNull", "NSDecimalNumber", "NSDecimalNumberHandler"],
  ])

  let scope: GenerationScope
  let modelNames: [ClassNames]
  let structNames: [ClassNames]
  /// For each model, the name of the string property that combines the parts of a compound key.
  let compoundKeys: [String]
  /// For each model, the to-one relations that lead to it.
  let referrers: [[Referrer]]

  /// A to-one relation, as seen from its target model.
  struct Referrer {
    /// The model that has the relation: an index into the schema's models.
    let model: Int
    /// The property that stores the relation.
    let property: String
    let rule: DeleteRule
  }

  init(_ scope: GenerationScope) {
    self.scope = scope
    let schema = scope.schema
    let reserved = NameSet(Self.members + ClassNames.types(of: scope))
    func names(_ fields: [Field]) -> ClassNames {
      ClassNames(fields, reserved: reserved) { Self.isHidden($0, schema) }
    }
    var modelNames = schema.models.map { names($0.fields) }
    compoundKeys = modelNames.indices.map { modelNames[$0].take("compoundKey") }
    self.modelNames = modelNames
    structNames = schema.structs.map { names($0.fields) }
    referrers = Self.referrers(in: schema, modelNames)
  }

  /// The relations in one pass over the schema. A search for each model would take quadratic time.
  private static func referrers(in schema: Schema, _ names: [ClassNames]) -> [[Referrer]] {
    var referrers = [[Referrer]](repeating: [], count: schema.models.count)
    for (index, model) in schema.models.enumerated() {
      for (number, field) in model.fields.enumerated() {
        guard case .toOne(let target, _, let rule) = field.kind else { continue }
        let property = names[index].stored[number].filter { $0 != "`" }
        // Objects don't refer to what isn't there.
        let known = rule == .unconstrained ? .noAction : rule
        referrers[target].append(Referrer(model: index, property: property, rule: known))
      }
    }
    return referrers
  }

  /// Members of Realm's classes, of their superclasses, and of every generated class.
  private static let members = [
    "attributeKeys", "class", "classCode", "classDescription", "classForArchiver", "classForCoder",
    "classForKeyedArchiver", "className", "convert", "copy", "debugDescription", "decimal", "description",
    "dynamicList", "dynamicMap", "dynamicMutableSet", "expectation", "freeze", "hash", "hashValue", "init", "isEqual",
    "isFrozen", "isInvalidated", "isProxy", "isSameObject", "keyPart", "keyText", "length", "mutableCopy", "number",
    "objectSchema", "objectSpecifier", "objectWillChange", "observationInfo", "observe", "perform",
    "prepareForSaving", "read", "realm", "referrers", "relatedObjects", "responds", "savedValue", "scale",
    "scriptingProperties", "self", "setValue", "superclass", "thaw", "value", "written", "zone",
  ]

  /// A declaration of Realm.
  func realm(_ name: String) -> String { scope.typeNames.name(name, of: "RealmSwift") }

  /// The type in which Realm stores a string, and a URL.
  private var string: String { scope.typeNames.scalar(.string) }

  // MARK: Fields

  /// The stored form of a field.
  enum Form {
    /// A property that Realm stores in the type that users see.
    case plain(type: String, isOptional: Bool)
    /// An enum with a case for unknown values. Stored as an optional, because Realm otherwise ends the process for such
    /// a value.
    case open(type: String, isOptional: Bool)
    /// An embedded object, created if there is none. Realm requires it to be optional.
    case owned(type: String, isOptional: Bool)
    /// A URL, stored as a string.
    case link(isOptional: Bool)
    case list(element: String)
    case toOne(Int, ToOneKind)
    case toMany(Int, inverse: Int)
    case ordered(Int)
  }

  func form(_ field: Field) -> Form {
    switch field.kind {
    case .value(let type, let isOptional):
      if case .enumeration(let index) = type, schema.enums[index].unknownCase != nil {
        return .open(type: scope.type(type), isOptional: isOptional)
      }
      let base = scope.base(of: type)
      if base?.number == .fixed { return .owned(type: self.type(type), isOptional: isOptional) }
      if base == .url { return .link(isOptional: isOptional) }
      return .plain(type: self.type(type), isOptional: isOptional)
    case .list(let type): return .list(element: self.type(type))
    case .embedded(let index, let isOptional): return .owned(type: scope.structType(index), isOptional: isOptional)
    case .toOne(let target, let kind, _): return .toOne(target, kind)
    case .inverse(let target, let field, _): return .toMany(target, inverse: field)
    case .ordered(let target): return .ordered(target)
    }
  }

  private static func isHidden(_ field: Field, _ schema: Schema) -> Bool {
    switch field.kind {
    case .embedded, .toOne(_, .wrapper, _): return true
    case .value(.enumeration(let index), _): return schema.enums[index].unknownCase != nil
    case .value(.scalar(let scalar), _): return isHidden(scalar)
    case .value(.newtype(let index), _): return isHidden(schema.newtypes[index].base)
    case .list, .toOne, .inverse, .ordered: return false
    }
  }

  private static func isHidden(_ scalar: Scalar) -> Bool { scalar.number == .fixed || scalar == .url }

  /// The type in which Realm stores a value.
  func type(_ type: ValueType) -> String {
    switch type {
    case .scalar(let scalar): self.type(scalar)
    // A URL is stored as a string, even if it is a newtype.
    case .newtype(let index) where schema.newtypes[index].base == .url: string
    case .enumeration, .newtype: scope.type(type)
    }
  }

  /// The type in which Realm stores a value, in an expression.
  func value(_ type: ValueType) -> String {
    switch type {
    case .scalar(let scalar): self.type(scalar)
    case .newtype(let index) where schema.newtypes[index].base == .url: string
    case .enumeration, .newtype: scope.value(type)
    }
  }

  func type(_ scalar: Scalar) -> String {
    switch scalar {
    case .decimal: realm("Decimal128")
    case .url: string
    default: scope.typeNames.portable(scalar)
    }
  }

  // MARK: Keys

  /// The field that is the key, if Realm supports it as a primary key.
  func nativeKey(of model: Model) -> Int? {
    guard model.primaryKey.count == 1, let index = model.primaryKey.first, model.columns[index].path.isEmpty,
      case .value(let type) = model.columns[index].role, !model.fields[model.columns[index].field].isImplied
    else { return nil }
    guard let base = scope.base(of: type), !Self.isHidden(base) else { return nil }
    switch base.storage {
    case .bool, .integer, .text, .day, .uuid: return model.columns[index].field
    case .real, .decimal, .data, .date, .json, .list: return nil
    }
  }

  // MARK: What a file uses

  func modules(of declared: FileDeclarations) -> [String] {
    let bases = declared.newtypes.map { schema.newtypes[$0].base }
    let usesFoundation =
      bases.contains(where: isOfFoundation) || scope.fields(of: declared).contains(where: isOfFoundation)
    let usesRealm =
      !(declared.enums + declared.structs + declared.models).isEmpty
      || bases.contains { $0.number == .fixed || $0.storage == .decimal }
    return (usesFoundation ? ["Foundation"] : []) + (usesRealm ? ["RealmSwift"] : [])
  }

  private func isOfFoundation(_ field: Field) -> Bool {
    switch field.kind {
    // A property returns the URL whose text is stored. A list has the texts.
    case .value(let type, _): scope.base(of: type).map(isOfFoundation) ?? false
    case .list(let type): scope.base(of: type).map { isOfFoundation($0) && $0 != .url } ?? false
    case .embedded, .toOne, .inverse, .ordered: false
    }
  }

  /// Whether Realm stores the scalar in a type of Foundation, or a property has one.
  private func isOfFoundation(_ scalar: Scalar) -> Bool { scalar.module == .foundation && scalar.storage != .decimal }

  func type(of newtype: Newtype) -> String {
    newtype.base == .url ? scope.typeNames.scalar(.url) : type(newtype.base)
  }
}
