public import IgataDiagnostics

extension DiagnosticKind {
  public static let notConstructible = DiagnosticKind(
    "not-constructible",
    """
    A default initializes a struct or a model that has fields without defaults.

    `Settings()` passes no values: each field of `Settings` must be optional, a list of models, or have a default.
    """,
    example: """
      model Settings {
        id: UUID = uuid() @primaryKey
        language: String
      }

      model Account {
        id: UUID = uuid() @primaryKey
        settings: Settings = Settings()
      }
      """,
    fix: .replacing("String", with: #"String = "en""#))
}

extension Diagnostic {
  static func notConstructible(_ name: String, at range: SourceRange, lacking field: Field) -> Diagnostic {
    Diagnostic(
      .notConstructible, "'\(name)()' needs a value for '\(field.name)'", at: range,
      help: "give '\(field.name)' a default, or make it optional",
      related: [.init(field.origin.range, "'\(field.name)' has no default")])
  }
}

extension Resolution {
  mutating func checkConstructions() {
    let lackingInStructs = structs.indices.map { firstFieldWithoutDefault(structs[$0], schema.structs[$0].fields) }
    let lackingInModels = models.indices.map { firstFieldWithoutDefault(models[$0], schema.models[$0].fields) }
    for (owner, draft) in structs.enumerated() {
      for field in draft.fields { check(field, in: owner, .structure, lackingInStructs, lackingInModels) }
    }
    for (owner, draft) in models.enumerated() {
      for field in draft.fields { check(field, in: owner, .model, lackingInStructs, lackingInModels) }
    }
  }

  private mutating func check(
    _ draft: FieldDraft, in owner: Int, _ kind: OwnerDraft.Kind, _ lackingInStructs: [Int?], _ lackingInModels: [Int?]
  ) {
    guard let position = draft.position, case .call(let name, _, let range)? = draft.syntax.defaultValue else { return }
    switch draft.shape {
    case .embedded(let index, _)?:
      let structure = schema.structs[index]
      guard structure.name == name.text, let lacking = lackingInStructs[index] else { return }
      report(.notConstructible(name.text, at: range, lacking: structure.fields[lacking]))
    case .relation(let index, false)?:
      let model = schema.models[index]
      guard model.name == name.text, let lacking = lackingInModels[index] else { return }
      // A relation back to this model is reported as a cycle.
      let way = [Graph.Step(node: owner, field: position), Graph.Step(node: index, field: lacking)]
      if kind == .model, way.allSatisfy(cycleSteps.contains) { return }
      report(.notConstructible(name.text, at: range, lacking: model.fields[lacking]))
    default: return
    }
  }

  /// The first field that its owner's initializer requires.
  private func firstFieldWithoutDefault(_ owner: OwnerDraft, _ fields: [Field]) -> Int? {
    for draft in owner.fields {
      guard let position = draft.position, draft.syntax.defaultValue == nil else { continue }
      if fields[position].isRequired { return position }
    }
    return nil
  }
}

extension Field {
  /// Whether the field needs a value if it has no default.
  var isRequired: Bool {
    switch kind {
    case .value(_, let isOptional), .embedded(_, let isOptional): !isOptional
    case .list: true
    case .toOne(_, let kind, _): kind == .required
    case .inverse, .ordered: false
    }
  }
}
