extension Schema {
  /// The schema without the models whose tables another program changes: what a version is made of.
  ///
  /// No other model is related to them.
  package var own: Schema {
    guard models.contains(where: \.isExternal) else { return self }
    var numbers: [Int: Int] = [:]
    for index in models.indices where !models[index].isExternal { numbers[index] = numbers.count }
    func number(_ model: Int) -> Int { numbers[model] ?? 0 }
    var schema = self
    schema.uses = []
    schema.models = models.filter { !$0.isExternal }.map { model in
      var model = model
      for index in model.fields.indices { model.fields[index].kind = model.fields[index].kind.renumbered(number) }
      for index in model.columns.indices {
        guard case .reference(let target, let column, let type) = model.columns[index].role else { continue }
        model.columns[index].role = .reference(target: number(target), column: column, type: type)
      }
      model.foreignKeys.renumber(\.target, number)
      model.joinTables.renumber(\.target, number)
      return model
    }
    return schema
  }
}

extension FieldKind {
  /// The model that a relation leads to.
  package var relatedModel: Int? {
    switch self {
    case .toOne(let target, _, _), .inverse(let target, _, _), .ordered(let target): target
    case .value, .list, .embedded: nil
    }
  }

  fileprivate func renumbered(_ number: (Int) -> Int) -> FieldKind {
    switch self {
    case .toOne(let target, let kind, let rule): .toOne(number(target), kind, rule)
    case .inverse(let target, let field, let isSingle): .inverse(number(target), of: field, isSingle: isSingle)
    case .ordered(let target): .ordered(number(target))
    case .value, .list, .embedded: self
    }
  }
}

extension Array {
  fileprivate mutating func renumber(_ target: WritableKeyPath<Element, Int>, _ number: (Int) -> Int) {
    for index in indices { self[index][keyPath: target] = number(self[index][keyPath: target]) }
  }
}
