import IgataSchema

extension Schema {
  /// The types that the schema declares: enums, newtypes, structs, models, each in the order of the schema.
  var declaredTypes: [(name: String, origin: Origin)] {
    enums.map { ($0.name, $0.origin) } + newtypes.map { ($0.name, $0.origin) }
      + structs.map { ($0.name, $0.origin) } + models.map { ($0.name, $0.origin) }
  }
}
