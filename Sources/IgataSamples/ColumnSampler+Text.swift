@_spi(Backend) internal import IgataRuntime
internal import IgataTables

extension ColumnSampler {
  mutating func text(_ constraints: ColumnConstraints) -> String {
    if let pattern = constraints.pattern {
      let words = fitted(SampleWords.text(for: column.path, of: model, ordinal, &random), constraints)
      if Patterns.matches(words, pattern), !isUnique || attempt == 0 { return words }
      return patterned(pattern, constraints) ?? words
    }
    return fitted(SampleWords.text(for: column.path, of: model, ordinal, &random), constraints)
  }

  private mutating func patterned(_ pattern: String, _ constraints: ColumnConstraints) -> String? {
    guard let sampler = PatternSampler(pattern) else { return nil }
    for generosity in 0..<24 {
      let text = sampler.text(generosity: generosity * generosity / 4, &random)
      if constraints.brokenRule(by: .text(text)) == nil { return text }
    }
    return nil
  }

  /// The text with an allowed length, and with the row's number if it must be unique.
  private func fitted(_ text: String, _ constraints: ColumnConstraints) -> String {
    let number = isKey || isUnique && attempt > 0 ? "\(ordinal + Int64(attempt))" : ""
    let suffix = Array((number.isEmpty ? "" : " \(number)").unicodeScalars)
    let most = constraints.maximumLength ?? .max
    var scalars = Array(text.unicodeScalars)
    if suffix.count > most {
      scalars = Array(number.unicodeScalars.suffix(max(0, most)))
    } else {
      scalars = Array(scalars.prefix(most - suffix.count))
      while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
      scalars += suffix
    }
    let missing = (constraints.minimumLength ?? 0) - scalars.count
    if missing > 0 { scalars += repeatElement("x", count: missing) }
    return String(String.UnicodeScalarView(scalars))
  }
}
