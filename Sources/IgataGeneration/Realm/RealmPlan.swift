import IgataDiagnostics
import IgataSchema

extension RealmScope {
  /// The outputs: one file for each schema file, and a shared one.
  func outputs(_ paths: SourcePaths) -> [Plan.Output] {
    let files = paths.mirrored.enumerated().map { file, source in
      Plan.Output(
        path: "\(paths.swift[file]).realm.swift", template: "realm/file",
        view: fileView(file: file, source: source), origin: OutputOrigin(.realm, files: [file]))
    }
    let support = Plan.Output(
      path: "IgataRealm.swift", template: "realm/support", view: supportView, origin: OutputOrigin(.realm, files: []))
    return files + [support]
  }

  /// Warnings about features that Realm doesn't support, and errors for names that it needs.
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
      var names: [String] = []
      for part in unique.parts {
        let name = model.fields[model.columns[part.column].field].name
        if names.last != name { names.append(name) }
      }
      let isOne = names.count == 1
      let field = isOne ? model.fields.first { $0.name == names[0] } : nil
      return .realmUnique(names, at: field?.origin.range ?? model.origin.range)
    }
  }
}
