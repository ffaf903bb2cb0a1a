import IgataDiagnostics
import IgataSchema

/// Reports the types of a schema that have the same name as a type in a sibling Swift file.
func takenNames(_ schema: Schema, _ sources: Sources, _ plan: Plan) -> [Diagnostic] {
  guard !sources.siblings.isEmpty else { return [] }
  let outputs = Set(plan.outputs.map(\.path))
  var taken: [[UInt8]: SourceRange] = [:]
  for (index, sibling) in sources.siblings.enumerated() where !outputs.contains(sibling.path) {
    for type in SwiftTypes.declared(in: sibling.file.bytes) where taken[type.name] == nil {
      taken[type.name] = SourceRange(
        file: sources.firstSiblingIndex + index, start: type.range.lowerBound, end: type.range.upperBound)
    }
  }
  guard !taken.isEmpty else { return [] }
  let own = Set(schema.newtypes.filter { $0.swiftType != nil }.map(\.name))
  return schema.declaredTypes.filter { !own.contains($0.name) }.compactMap { type in
    taken[Array(type.name.utf8)].map { .takenName(type.name, at: type.origin.range, by: $0) }
  }
}
