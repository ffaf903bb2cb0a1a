import IgataDiagnostics
import IgataSchema

/// What the Swift files beside the outputs declare, as far as it matters to generated code.
struct SiblingNames: Sendable {
  /// No files.
  static let none = SiblingNames()

  /// The types, by name, with the location of the first.
  private(set) var types: [String: SourceRange] = [:]
  /// All declarations of the top level, with the location of the first. They hide declarations of modules.
  private(set) var hiding: [String: SourceRange] = [:]
  /// The names of types that are nested in types of the schema.
  private(set) var nested: Set<String> = []

  private init() {}

  /// - Parameter plan: The outputs, which aren't read although they may be among the files.
  init(_ sources: Sources, _ schema: Schema, besides plan: Plan) {
    guard !sources.siblings.isEmpty else { return }
    let outputs = Set(plan.outputs.map(\.path))
    let extensible = Set(schema.declaredTypes.map(\.name))
    let used = NameSet(ModuleNames.used + extensible + plan.otherTypes)
    for (index, sibling) in sources.siblings.enumerated() where !outputs.contains(sibling.path) {
      for found in SwiftDeclarations.declared(in: sibling.file.bytes) {
        guard used.contains(found.name) || found.name.hasSuffix(TypeNames.aliasEnding) else { continue }
        if case .nested(let type) = found.kind {
          if extensible.contains(type) { nested.insert(found.name) }
          continue
        }
        let range = SourceRange(
          file: sources.firstSiblingIndex + index, start: found.range.lowerBound, end: found.range.upperBound)
        if found.kind == .type, found.isCertain, types[found.name] == nil { types[found.name] = range }
        if hiding[found.name] == nil { hiding[found.name] = range }
      }
    }
  }

  var isEmpty: Bool { hiding.isEmpty && nested.isEmpty }
}
