import IgataSchema

/// The names of a model's or a struct's fields in a class for another framework.
struct ClassNames {
  /// For each field, the name of the property that the framework stores.
  private(set) var stored: [String] = []
  /// For each field, the name that users of the class see: the stored property, or an accessor for it.
  private(set) var visible: [String] = []
  /// For each field, the name of a variable for its value from a dictionary.
  private(set) var given: [String] = []

  /// Names of types that generated code refers to, and that a property of the same name would hide.
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
  ///   - reserved: The names of members that every class has.
  ///   - hidden: Whether a field is stored under a different name and has an accessor.
  init(_ fields: [Field], reserved: NameSet, hidden: (Field) -> Bool) {
    self.reserved = reserved
    for field in fields {
      // Swift gives some names a different meaning even in backticks.
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

  /// Returns an unused name for another member.
  mutating func take(_ name: String) -> String {
    var name = name
    // A property wrapper stores its value in a property with an underscore before the name.
    while reserved.contains(name) || reserved.contains("_" + name)
      || taken.contains(name) || taken.contains("_" + name)
    {
      name += "_"
    }
    taken.formUnion([name, "_" + name])
    return name
  }
}
