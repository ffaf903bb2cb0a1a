extension IncludedRelations {
  /// Whether models are equal, including the relations that the query asked to load. The models' own `==` compares only
  /// the keys of optional relations.
  func areSame<Model: PersistableModel>(_ left: [Model], _ right: [Model]) -> Bool {
    guard left == right else { return false }
    for (left, right) in zip(left, right) where !isSame(left, right) { return false }
    return true
  }

  private func isSame<Model: PersistableModel>(_ left: Model, _ right: Model) -> Bool {
    let (leftParts, rightParts) = (ModelParts(left).relations, ModelParts(right).relations)
    for (relation, included) in all {
      guard let target = leftParts.targets[relation] else {
        if rightParts.targets[relation] != nil { return false }
        continue
      }
      if !included.isSame(target, as: rightParts.targets[relation]) { return false }
    }
    return true
  }

  private func isSame<Model: PersistableModel>(_ left: Model, as right: (any PersistableModel)?) -> Bool {
    guard let right = right as? Model else { return false }
    return left == right && isSame(left, right)
  }
}
