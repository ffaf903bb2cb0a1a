import IgataSchema

/// A member of a generated type that isn't a field of the schema, and that a protocol may require.
///
/// If a field has the member's name, the field keeps the name, and the member gets another one.
struct SwiftMember: Sendable {
  let name: String
  /// An attribute that makes the member implement a requirement of a protocol although it has another name.
  let attribute: String?

  /// Creates a property or a type.
  ///
  /// - Parameters:
  ///   - requirement: The protocol that requires the member, as generated code refers to it.
  ///   - hidden: The types that the member would hide if it were a type whose name differs from the requirement's.
  init(
    _ name: String, of requirement: String? = nil, isType: Bool = false, among fields: [Field],
    hiding hidden: NameSet = .empty
  ) {
    var free = SwiftIdentifier.free(name, among: fields)
    while free != name, hidden.contains(free) { free = SwiftIdentifier.free(free + "_", among: fields) }
    self.name = free
    // Code that uses the name means the field. The attribute doesn't apply to types.
    let preference = isType ? "" : "@_disfavoredOverload "
    attribute = free == name ? nil : requirement.map { "\(preference)@_implements(\($0), \(name))" }
  }
}

extension Field {
  fileprivate var isToOne: Bool { if case .toOne = kind { true } else { false } }
}

extension GenerationScope {
  /// The property from which the runtime gets a model's primary key.
  func keyMember(of model: Model) -> SwiftMember {
    // If the whole key is a field with that name, it satisfies the requirement itself, unless it is another model.
    var others = model.fields
    if model.primaryKey.count == 1, let key = model.primaryKey.first {
      let field = model.columns[key].field
      if others[field].name == "primaryKey", !others[field].isToOne { others.remove(at: field) }
    }
    return SwiftMember("primaryKey", of: typeNames.runtimeType("PersistableModel"), among: others)
  }

  /// The name of the key type of a model with several key columns.
  func keyStructName(of model: Model) -> String { 
    SwiftMember("PrimaryKey", among: model.fields, hiding: typeNames.declared).name
  }

  /// The name of an alias for that type, if a field has the name that the runtime requires.
  func keyAliasName(of model: Model) -> String {
    var name = SwiftIdentifier.free(keyStructName(of: model) + "_", among: model.fields)
    while isDeclared(name) { name = SwiftIdentifier.free(name + "_", among: model.fields) }
    return name
  }

  /// The type of the columns for queries.
  func columnsMember(of model: Model) -> SwiftMember {
    SwiftMember(
      "Columns", of: typeNames.runtimeType("PersistableModel"), isType: true, among: model.fields,
      hiding: typeNames.declared)
  }

  func columnsMember(ofStruct index: Int) -> SwiftMember {
    SwiftMember("Columns", among: schema.structs[index].fields, hiding: typeNames.declared)
  }
}
