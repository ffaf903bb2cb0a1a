import IgataSchema

/// The names that the fields of a model or a struct have in a class of another framework.
struct ClassNames {
  /// What the framework keeps, for each field.
  private(set) var stored: [String] = []
  /// What users of the class see: the same, or an accessor over it.
  private(set) var visible: [String] = []
  /// For each field a name for what a dictionary gives for it.
  private(set) var given: [String] = []

  /// Names of types that generated code refers to where a property of the same name would hide them.
  static func types(of scope: GenerationScope) -> [String] {
    let declared = scope.schema.declaredTypes.map(\.name)
    return declared + declared.compactMap { scope.typeNames.classAlias(of: $0)?.name } + [
      "Any", "Array", "Bool", "Currency", "Data", "Date", "Decimal", "Decimal128", "Double", "Float", "Foundation",
      "Int", "Int16", "Int32", "Int64", "LinkingObjects", "List", "Object", "Persisted", "Realm", "RealmFields",
      "RealmKeys", "RealmReferrers", "RealmSwift", "String", "Swift", "SwiftData", "SwiftDataDefaults", "URL", "UUID",
    ]
  }

  private var taken: Set<String> = []
  private let reserved: NameSet

  /// - Parameters:
  ///   - reserved: The members that every class has.
  ///   - hidden: Whether a field is kept under a name of its own, behind an accessor.
  init(_ fields: [Field], reserved: NameSet, hidden: (Field) -> Bool) {
    self.reserved = reserved
    for field in fields {
      // Swift reads some names as something else even in backticks.
      let name = SwiftIdentifier.property(field.name, among: fields).filter { $0 != "`" }
      visible.append(SwiftIdentifier.escape(take(name)))
    }
    for (field, name) in zip(fields, visible) {
      stored.append(
        hidden(field) ? SwiftIdentifier.escape(take(SwiftIdentifier.prefixed("internal", field.name))) : name)
    }
    var locals: Set<String> = []
    for field in fields {
      let name = SwiftIdentifier.free(SwiftIdentifier.prefixed("given", field.name), among: locals)
      locals.insert(name)
      given.append(name)
    }
  }

  /// A name for another member that is nobody's yet.
  mutating func take(_ name: String) -> String {
    var name = name
    // A property wrapper keeps what it wraps under the property's name with an underscore before it.
    while reserved.contains(name) || reserved.contains("_" + name) || taken.contains(name) || taken.contains("_" + name) {
      name += "_"
    }
    taken.formUnion([name, "_" + name])
    return name
  }
}
