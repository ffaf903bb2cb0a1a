import IgataDiagnostics
import IgataSchema

/// Reports the types of a schema, and other types of the outputs, that have the same name as a type in a sibling Swift
/// file.
func takenNames(_ schema: Schema, _ siblings: SiblingNames, _ plan: Plan) -> [Diagnostic] {
  guard !siblings.types.isEmpty else { return [] }
  let own = Set(schema.newtypes.filter { $0.swiftType != nil }.map(\.name))
  let declared = schema.declaredTypes.filter { !own.contains($0.name) }.compactMap { type in
    siblings.types[type.name].map { Diagnostic.takenName(type.name, at: type.origin.range, by: $0) }
  }
  let others = plan.otherTypes.sorted().compactMap { name in
    siblings.types[name].map { Diagnostic.takenName(name, at: $0) }
  }
  return declared + others
}
