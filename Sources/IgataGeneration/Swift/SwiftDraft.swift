import IgataSchema

/// A property that tells a model which was never saved from others like it: until the store has made its key, what is
/// derived from the key has to come from elsewhere.
struct SwiftDraft: Sendable {
  let name: String
  /// The property that holds the key, which is 0 until then.
  let key: String
}

extension GenerationScope {
  /// The draft that a model needs, if it does: its key is made by the store, and wrappers derive theirs from it.
  func draft(of model: Model) -> SwiftDraft? {
    guard let key = model.primaryKey.first, isGeneratedKey(key, of: model) else { return nil }
    let derives = model.fields.contains { field in
      guard case .toOne(let target, .wrapper, _) = field.kind else { return false }
      return derivableKey(of: target) != nil
    }
    guard derives else { return nil }
    let name = SwiftIdentifier.free("_draft", among: Set(model.fields.map(\.name)))
    return SwiftDraft(name: name, key: SwiftIdentifier.property(model.fields[model.columns[key].field].name))
  }
}
