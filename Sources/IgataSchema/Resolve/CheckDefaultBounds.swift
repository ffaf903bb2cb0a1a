import IgataDiagnostics

extension Resolution {
  /// All constraints on a default or a backfill: the field's own, and those of its newtype.
  func constraints(of target: DefaultTarget) -> [ValueConstraints] {
    if case .newtype(let index) = target.type { return [target.constraints, schema.newtypes[index].constraints] }
    return [target.constraints]
  }

  mutating func checkBounds(_ number: ExactNumber, at range: SourceRange, _ target: DefaultTarget) {
    for bounds in constraints(of: target) {
      if let minimum = bounds.minimum, number < ExactNumber(minimum) {
        report(.defaultConstraint(at: range, "\(number.text) is below the smallest value, \(minimum)", target.role))
        return
      }
      guard let maximum = bounds.maximum else { continue }
      let limit = ExactNumber(maximum)
      guard number > limit || (bounds.excludesMaximum && number == limit) else { continue }
      let words = bounds.excludesMaximum ? "must be below" : "is above the largest value,"
      report(.defaultConstraint(at: range, "\(number.text) \(words) \(maximum)", target.role))
      return
    }
  }

  mutating func checkText(_ text: String, at range: SourceRange, _ target: DefaultTarget) {
    for bounds in constraints(of: target) {
      if checkLength(text.unicodeScalars.count, "character", bounds, at: range, target.role) { return }
      guard let pattern = bounds.pattern, matches(text, pattern) == false else { continue }
      report(.defaultConstraint(at: range, "the text doesn't match the pattern \(quoted(pattern))", target.role))
      return
    }
  }

  /// Checks a length and returns whether it violates the bounds.
  @discardableResult
  mutating func checkLength(
    _ count: Int, _ noun: String, _ bounds: ValueConstraints, at range: SourceRange, _ role: ValueRole
  ) -> Bool {
    if let minimum = bounds.minimumLength, count < minimum {
      report(.defaultConstraint(at: range, "it has \(counted(count, noun)); at least \(minimum) required", role))
      return true
    }
    if let maximum = bounds.maximumLength, count > maximum {
      report(.defaultConstraint(at: range, "it has \(counted(count, noun)); at most \(maximum) allowed", role))
      return true
    }
    return false
  }
}

/// A text for a message: in quotes, without line breaks, and shortened if it is long.
func quoted(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars.prefix(60) {
    result.unicodeScalars.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
  }
  return "\"\(result)\(text.unicodeScalars.count > 60 ? "…" : "")\""
}
