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
  /// - Parameter requirement: The protocol that asks for the member, as generated code names it.
  init(_ name: String, of requirement: String? = nil, isType: Bool = false, among fields: [Field]) {
    let free = SwiftIdentifier.free(name, among: fields)
    self.name = free
    // Whoever says the name means the field. The attribute does not apply to types.
    let preference = isType ? "" : "@_disfavoredOverload "
    attribute = free == name ? nil : requirement.map { "\(preference)@_implements(\($0), \(name))" }
  }
}

extension GenerationScope {
  /// The property by which the runtime asks a model for its primary key.
  func keyMember(of model: Model) -> SwiftMember {
    // The whole key may be a field of that name, which then answers by itself.
    let others = model.fields.indices.filter { model.primaryKey.map { model.columns[$0].field } != [$0] }
    return SwiftMember(
      "primaryKey", of: typeNames.runtimeType("PersistableModel"), among: others.map { model.fields[$0] })
  }

  /// What a model of several key columns calls the type of its key.
  func keyStructName(of model: Model) -> String { SwiftMember("PrimaryKey", among: model.fields).name }

  /// The type of the columns, as queries speak of them.
  func columnsMember(of model: Model) -> SwiftMember {
    SwiftMember("Columns", of: typeNames.runtimeType("PersistableModel"), isType: true, among: model.fields)
  }

  func columnsMember(ofStruct index: Int) -> SwiftMember { SwiftMember("Columns", among: schema.structs[index].fields) }
}
