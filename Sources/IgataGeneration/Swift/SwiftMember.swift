import IgataSchema

/// A member of a generated type that is no field of the schema, and that a protocol may ask for.
///
/// It has another name where a field has its own: the field keeps the name.
struct SwiftMember: Sendable {
  let name: String
  /// Says to which requirement of a protocol the member answers, where that has the name of a field.
  let attribute: String?

  /// A property or a type.
  ///
  /// - Parameters:
  ///   - requirement: The protocol that asks for the member, as generated code names it.
  ///   - hidden: The types that the member would hide if it were a type of another name than the protocol's.
  init(
    _ name: String, of requirement: String? = nil, isType: Bool = false, among fields: [Field],
    hiding hidden: NameSet = .empty
  ) {
    var free = SwiftIdentifier.free(name, among: fields)
    while free != name, hidden.contains(free) { free = SwiftIdentifier.free(free + "_", among: fields) }
    self.name = free
    // Whoever says the name means the field. The attribute does not apply to types.
    let preference = isType ? "" : "@_disfavoredOverload "
    attribute = free == name ? nil : requirement.map { "\(preference)@_implements(\($0), \(name))" }
  }
}

extension GenerationScope {
  /// The property by which the runtime asks a model for its primary key.
  func keyMember(of model: Model) -> SwiftMember {
    // The whole key may be a field of that name, which then answers by itself, unless it is another model.
    let others = model.fields.indices.filter { index in
      if case .toOne = model.fields[index].kind { return true }
      return model.primaryKey.map { model.columns[$0].field } != [index]
    }
    return SwiftMember(
      "primaryKey", of: typeNames.runtimeType("PersistableModel"), among: others.map { model.fields[$0] })
  }

  /// What a model of several key columns calls the type of its key.
  func keyStructName(of model: Model) -> String { 
    SwiftMember("PrimaryKey", among: model.fields, hiding: typeNames.declared).name
  }

  /// What the same model calls an alias of that type, where a field has the name that the runtime asks for.
  func keyAliasName(of model: Model) -> String {
    var name = SwiftIdentifier.free(keyStructName(of: model) + "_", among: model.fields)
    while isDeclared(name) { name = SwiftIdentifier.free(name + "_", among: model.fields) }
    return name
  }

  /// The type of the columns, as queries speak of them.
  func columnsMember(of model: Model) -> SwiftMember {
    SwiftMember(
      "Columns", of: typeNames.runtimeType("PersistableModel"), isType: true, among: model.fields,
      hiding: typeNames.declared)
  }

  func columnsMember(ofStruct index: Int) -> SwiftMember {
    SwiftMember("Columns", among: schema.structs[index].fields, hiding: typeNames.declared)
  }
}
