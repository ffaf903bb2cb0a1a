import IgataSchema

extension Declarations {
  /// Whether another field of the same owner specifies the unit of a measure.
  func hasUnit(for field: DeclaredField) -> Bool {
    fields(of: field.owner).prefix(Self.maximumSiblings).contains { other in
      guard let last = other.words.last else { return false }
      return last == "unit" || last == "units" || last == "uom" || last == "measure" || last.hasSuffix("単位")
    }
  }

  /// Whether an `amount` is a physical quantity, and not an amount of money.
  func isMeasured(_ field: DeclaredField) -> Bool { field.words.contains("amount") && hasUnit(for: field) }

  /// Whether the owner's name or its other fields show that an `amount` is an amount of money.
  func isAboutMoney(_ field: DeclaredField) -> Bool {
    if WordList.moneyMatters.match(in: nameWords(of: field.owner)) != nil { return true }
    return fields(of: field.owner).prefix(Self.maximumSiblings).contains { $0.words.last == "currency" }
  }

  /// Whether a card in the field's owner is a payment card.
  func isAboutPaying(_ field: DeclaredField) -> Bool { WordList.paying.match(in: nameWords(of: field.owner)) != nil }

  /// The words of the name of a field's model or struct.
  func nameWords(of owner: DeclaredField.Owner) -> [String] {
    switch owner {
    case .model(let index): index < models.count ? models[index].words : []
    case .structure(let index): index < structs.count ? structs[index].words : []
    }
  }

  /// The maximum number of fields that are checked for each field, so that the time is linear for every schema.
  private static var maximumSiblings: Int { 200 }
}
