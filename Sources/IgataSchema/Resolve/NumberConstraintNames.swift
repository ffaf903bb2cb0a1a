extension Resolution {
  /// Numbers the names of constraints that are derived from the same columns, as PostgreSQL does: the second index of
  /// `name` is `shop_name_idx1`. The first one, and the index of a relation, have the name without a number.
  mutating func numberConstraintNames() {
    for index in models.indices where !models[index].constraints.isEmpty {
      let (model, draft) = (schema.models[index], models[index])
      var names = DerivedNames(impliedIndexes(of: model).map(\.name))
      if let name = model.primaryKeyName { names.reserve(name) }
      let origins = draft.uniqueOrigins + draft.indexOrigins + draft.checkOrigins
      let all = model.uniques.map(\.name) + model.indexes.map(\.name) + model.checks.map(\.name)
      for (name, origin) in zip(all, origins) where origin.isNamed { names.reserve(name) }
      for number in model.uniques.indices where !draft.uniqueOrigins[number].isNamed {
        schema.models[index].uniques[number].name = names.take(model.uniques[number].name)
      }
      for number in model.indexes.indices where !draft.indexOrigins[number].isNamed {
        schema.models[index].indexes[number].name = names.take(model.indexes[number].name)
      }
      for number in model.checks.indices where !draft.checkOrigins[number].isNamed {
        schema.models[index].checks[number].name = names.take(model.checks[number].name)
      }
    }
  }
}

/// The names of one model's constraints.
private struct DerivedNames {
  private var derived: Set<String>
  private var given: Set<String> = []

  init(_ names: [String]) { derived = Set(names.map(foldedName)) }

  /// Keeps numbered names from being one that the schema gives.
  mutating func reserve(_ name: String) { given.insert(foldedName(name)) }

  /// The name, or the first free one with a number if another constraint has it. A name that the schema gives to
  /// another constraint is a collision, which is reported.
  mutating func take(_ name: String) -> String {
    var free = name
    var number = 0
    while !derived.insert(foldedName(free)).inserted || number > 0 && given.contains(foldedName(free)) {
      number += 1
      free = "\(name)\(number)"
    }
    return free
  }
}
