import IgataSchema

extension SchemaIndex {
  /// Whether another field of the same owner says in which unit a measure is.
  func hasUnit(beside field: LintField) -> Bool {
    fields(of: field.owner).prefix(Self.mostNeighbours).contains { other in
      guard let last = other.words.last else { return false }
      return last == "unit" || last == "units" || last == "uom" || last == "measure" || last.hasSuffix("単位")
    }
  }

  /// Whether an `amount` is one of flour or cement, and not of money.
  func isMeasured(_ field: LintField) -> Bool { field.words.contains("amount") && hasUnit(beside: field) }

  /// Whether the owner's name or its other fields make an `amount` one of money.
  func tellsOfMoney(_ field: LintField) -> Bool {
    let words: [String] =
      switch field.owner {
      case .model(let index): models[index].words
      case .structure(let index): structs[index].words
      }
    if WordList.moneyMatters.match(in: words) != nil { return true }
    return fields(of: field.owner).prefix(Self.mostNeighbours).contains {
      $0.words.last == "currency" || $0.scalar == .currency
    }
  }

  /// How many fields are looked at for one, so that time stays linear whatever the schema.
  private static var mostNeighbours: Int { 200 }

  /// The field at a position of a model; nothing where its declaration is broken.
  func field(_ position: Int, of model: LintModel) -> LintField? {
    position < model.fields.count ? fields[model.fields.lowerBound + position] : nil
  }
}
