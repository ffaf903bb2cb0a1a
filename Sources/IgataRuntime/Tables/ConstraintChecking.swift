internal import IgataTables

extension ColumnConstraints {
  /// The first constraint that `value` violates, as the schema writes it; `nil` if it satisfies all of them. `scale` is
  /// that of a fixed-point number.
  package func brokenRule(by value: StoredValue, scale: Int64 = 1) -> String? {
    if self == .none { return nil }
    if let length = value.length(ifNeeded: minimumLength != nil || maximumLength != nil) {
      if let minimumLength, length < minimumLength { return lengthRule }
      if let maximumLength, length > maximumLength { return lengthRule }
    }
    if minimum != nil || maximum != nil, !contains(value, scale: scale) { return rangeRule }
    if let pattern, case .text(let text) = value, !Patterns.matches(text, pattern) {
      return "pattern(\"\(pattern)\")"
    }
    return nil
  }

  private func contains(_ value: StoredValue, scale: Int64) -> Bool {
    guard let number = value.number(scale: scale) else {
      // An infinity is outside any bound on its side.
      if case .real(let real) = value, real.isInfinite { return real < 0 ? minimum == nil : maximum == nil }
      return true
    }
    if let minimum, let bound = DecimalDigits(minimum.utf8), number < bound { return false }
    if let maximum, let bound = DecimalDigits(maximum.utf8) {
      return excludesMaximum ? number < bound : number <= bound
    }
    return true
  }

  var lengthRule: String { "length(\(Self.range(minimumLength.map(String.init), maximumLength.map(String.init))))" }

  var rangeRule: String { "range(\(Self.range(minimum, maximum, excludesMaximum ? "..<" : "...")))" }

  private static func range(_ low: String?, _ high: String?, _ mark: String = "...") -> String {
    if let low, low == high { return low }
    return "\(low ?? "")\(mark)\(high ?? "")"
  }
}

extension StoredValue {
  /// The number of Unicode scalars of a text, bytes of data, or elements of a list.
  fileprivate func length(ifNeeded isNeeded: Bool) -> Int? {
    guard isNeeded else { return nil }
    switch self {
    case .text(let text): return text.unicodeScalars.count
    case .data(let data): return data.count
    case .list(let elements): return elements.count
    default: return nil
    }
  }

  fileprivate func number(scale: Int64) -> DecimalDigits? {
    switch self {
    case .integer(let value): return DecimalDigits(storedInteger: value, scale: scale)
    case .real(let value): return DecimalDigits(exactly: value)
    case .decimal(let value): return DecimalDigits(value)
    default: return nil
    }
  }
}
