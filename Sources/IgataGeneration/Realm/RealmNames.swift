import IgataSchema

/// The names that the fields of a model or a struct have in a class of Realm.
struct RealmNames {
  /// What Realm keeps, for each field.
  private(set) var stored: [String] = []
  /// What users of the class see: the same, or an accessor over it.
  private(set) var visible: [String] = []
  /// For each field a name for what a dictionary gives for it.
  private(set) var given: [String] = []
  /// The text that several parts of a key are put together into.
  private(set) var compoundKey = ""

  /// - Parameter hidden: Whether a field is kept under a name of its own, behind an accessor.
  init(_ fields: [Field], hidden: (Field) -> Bool) {
    // A property wrapper keeps what it wraps under the property's name with an underscore before it.
    var taken: Set<String> = []
    func take(_ name: String) -> String {
      var name = name
      while Self.reserved.contains(name) || taken.contains(name) || taken.contains("_" + name) { name += "_" }
      taken.formUnion([name, "_" + name])
      return name
    }
    for field in fields {
      // Swift reads some names as something else even in backticks.
      let name = SwiftIdentifier.property(field.name).filter { $0 != "`" }
      visible.append(SwiftIdentifier.escape(take(name)))
    }
    for (field, name) in zip(fields, visible) {
      stored.append(
        hidden(field) ? SwiftIdentifier.escape(take(SwiftIdentifier.prefixed("internal", field.name))) : name)
    }
    compoundKey = take("compoundKey")
    var locals: Set<String> = []
    for field in fields {
      let name = SwiftIdentifier.free(SwiftIdentifier.prefixed("given", field.name), among: locals)
      locals.insert(name)
      given.append(name)
    }
  }

  /// Members of Realm's classes, of what those inherit, and of every generated class.
  private static let reserved: NameSet = [
    "class", "classForCoder", "convert", "copy", "debugDescription", "description", "dynamicList",
    "dynamicMap", "dynamicMutableSet", "freeze", "hash", "hashValue", "init", "isEqual", "isFrozen", "isInvalidated",
    "isProxy", "isSameObject", "keyText", "mutableCopy", "objectSchema", "observationInfo", "observe", "perform",
    "prepareForSaving", "realm", "referrers", "relatedObjects", "responds", "self", "setValue", "superclass", "thaw",
    "value", "zone", "written", "length", "number", "expectation", "read", "decimal", "savedValue", "scale",
  ]
}
