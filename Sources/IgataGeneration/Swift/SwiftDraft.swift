import IgataSchema

/// A property that tells a model which was never saved from others like it: until the store has made its key, what is
/// derived from the key has to come from elsewhere.
struct SwiftDraft: Sendable {
  let name: String
  /// The property that holds the key, which is 0 until then.
  let key: String
}

/// What generated members of a model call its primary key.
struct SwiftOwnKey: Sendable {
  let name: String
  /// For a model whose key the store makes, what tells one that has none yet from another.
  let draft: SwiftDraft?
}

extension GenerationScope {
  /// The draft that a model needs, if it does: its key is made by the store, and wrappers derive theirs from it.
  func draft(of model: Model) -> SwiftDraft? {
    guard let key = model.primaryKey.first, model.isGeneratedKey(key) else { return nil }
    let derives = model.fields.contains { field in
      guard case .toOne(let target, .wrapper, _) = field.kind else { return false }
      return derivableKey(of: target) != nil
    }
    guard derives else { return nil }
    let hidden = hiddenNames(model.fields)
    let taken = hidden.union(model.fields.map { storageName(of: $0, among: hidden) })
    let property = SwiftIdentifier.property(
      model.fields[model.columns[key].field].name, among: model.fields)
    return SwiftDraft(name: SwiftIdentifier.free("_draft", among: taken), key: SwiftIdentifier.own(property))
  }
}
