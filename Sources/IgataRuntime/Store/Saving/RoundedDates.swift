extension PersistableModel {
  /// The model with dates as exact as some of its columns keep them, rounded down. Its relations are the same.
  func rounded(in columns: [Int]) -> Self {
    var parts: ModelParts?
    for column in columns {
      guard let unit = Self.table.columns[column].form?.unit else { continue }
      let known = parts ?? ModelParts(self)
      parts = known
      guard case .date(let microseconds) = known.row[column] else { continue }
      let rest = microseconds.flooredQuotientAndRemainder(dividingBy: unit).remainder
      if rest != 0 { parts?.row[column] = .date(microseconds: microseconds - rest) }
    }
    guard let parts else { return self }
    let (model, fault) = parts.model(Self.self)
    return fault == nil ? model._having(originOf: self) : self
  }
}
