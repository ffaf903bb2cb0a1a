import IgataDiagnostics
import IgataSchema

extension RealmScope {
  var diagnostics: [Diagnostic] {
    takenNames + Self.moduleNames.hiddenModules(scope) + Diagnostic.ownSwiftTypes(of: schema, for: "Realm")
      + schema.models.flatMap(lostKeys)
      + schema.models.flatMap(lostUniques)
      + schema.models.flatMap(\.checks).map { .realmCheck($0.name, at: $0.range) }
  }

  private var takenNames: [Diagnostic] {
    schema.declaredTypes.filter { $0.name == "RealmSwift" || Self.supportTypes.contains($0.name) }
      .map { .realmName($0.name, at: $0.origin.range) }
  }

  /// The types that the shared file declares. `Currency` is a name that no type of a schema can have.
  static let supportTypes: Set<String> = [
    "Currency", "RealmDataStructure", "RealmEmbeddedStructure", "RealmStore", "RealmKeys", "RealmDeleteRule",
    "RealmReferrers", "RealmFixedPoint", "RealmConversionError", "RealmFields", "RealmValue", "RealmCopyable",
  ]

  private func lostKeys(_ model: Model) -> [Diagnostic] {
    guard nativeKey(of: model) == nil else { return [] }
    return [.realmKey(model.name, at: model.origin.range)]
  }

  private func lostUniques(_ model: Model) -> [Diagnostic] {
    model.uniques.map { unique in
      let fields = fields(of: unique, in: model)
      return .realmUnique(fields.names, at: fields.range)
    }
  }
}
