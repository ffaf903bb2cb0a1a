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
    if WordList.moneyMatters.match(in: nameWords(of: field.owner)) != nil { return true }
    return fields(of: field.owner).prefix(Self.mostNeighbours).contains { $0.words.last == "currency" }
  }

  /// Whether a card in the field's owner is one to pay with.
  func isAboutPaying(_ field: LintField) -> Bool { WordList.paying.match(in: nameWords(of: field.owner)) != nil }

  /// The words of the name of a field's model or struct.
  func nameWords(of owner: LintField.Owner) -> [String] {
    switch owner {
    case .model(let index): index < models.count ? models[index].words : []
    case .structure(let index): index < structs.count ? structs[index].words : []
    }
  }

  /// How many fields are looked at for one, so that time stays linear whatever the schema.
  private static var mostNeighbours: Int { 200 }

  /// The field at a position of a model; nothing where its declaration is broken.
  func field(_ position: Int, of model: LintModel) -> LintField? {
    position < model.fields.count ? fields[model.fields.lowerBound + position] : nil
  }
}
