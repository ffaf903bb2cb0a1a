import IgataDiagnostics
import IgataSyntax
import IgataTables

/// A type that has constraints: a scalar, an enum, which allows none, or a list as a whole.
enum BoundedType {
  case scalar(Scalar)
  case enumeration
  case list

  init(_ type: ValueType, _ schema: Schema) {
    switch type {
    case .scalar(let scalar): self = .scalar(scalar)
    case .newtype(let index): self = .scalar(schema.newtypes[index].base)
    case .enumeration: self = .enumeration
    }
  }

  var name: String {
    switch self {
    case .scalar(let scalar): "'\(scalar.text)'"
    case .enumeration: "an enum"
    case .list: "a list"
    }
  }
}

extension Resolution {
  /// Resolves the constraints that `@length`, `@range` and `@pattern` declare.
  mutating func resolveConstraints(_ attributes: [Attribute], _ type: BoundedType) -> ValueConstraints {
    var constraints = ValueConstraints()
    for attribute in attributes {
      switch (attribute.kind, attribute.argument) {
      case (.length, let argument):
        guard checkLengthApplies(attribute, to: type), case .bounds(let bounds) = argument else { continue }
        readLength(bounds, into: &constraints)
      case (.range, let argument):
        guard let scalar = numberType(for: attribute, type), case .bounds(let bounds) = argument else { continue }
        readRange(bounds, of: scalar, into: &constraints)
      case (.pattern, let argument):
        guard checkPatternApplies(attribute, to: type), case .text(let pattern, let range) = argument else { continue }
        if checkPattern(pattern, at: range) { constraints.pattern = pattern }
      default: continue
      }
    }
    return constraints
  }

  private mutating func checkLengthApplies(_ attribute: Attribute, to type: BoundedType) -> Bool {
    switch type {
    case .list: return true
    case .scalar(let scalar) where scalar.hasLength: return true
    case .scalar, .enumeration:
      report(.inapplicableAttribute(attribute, needs: "a 'String', a 'Data' or a list", found: type.name))
      return false
    }
  }

  private mutating func checkPatternApplies(_ attribute: Attribute, to type: BoundedType) -> Bool {
    if case .scalar(.string) = type { return true }
    report(.inapplicableAttribute(attribute, needs: "a 'String'", found: type.name))
    return false
  }

  private mutating func numberType(for attribute: Attribute, _ type: BoundedType) -> Scalar? {
    if case .scalar(let scalar) = type, scalar.isNumber { return scalar }
    let isDay = if case .scalar(.day) = type { true } else { false }
    report(
      .inapplicableAttribute(
        attribute, needs: isDay ? "a number (compare days in a 'check')" : "a number", found: type.name))
    return nil
  }

  private mutating func readLength(_ bounds: BoundsSyntax, into constraints: inout ValueConstraints) {
    let lower = bounds.lower.map { ExactNumber($0.digits) }
    let upper = bounds.upper.map { ExactNumber($0.digits) }
    for (literal, number) in [(bounds.lower, lower), (bounds.upper, upper)] {
      guard let literal, let number, number.isNegative || number.int64() == nil else { continue }
      report(.invalidLength(at: literal.range, isNegative: number.isNegative))
      return
    }
    if isEmpty(lower, upper, bounds) { return }
    constraints.minimumLength = lower?.int64()
    constraints.maximumLength = upper?.int64().map { bounds.isHalfOpen ? $0 - 1 : $0 }
    // `..<0` excludes every length, even that of the empty text.
    guard let maximum = constraints.maximumLength, maximum < 0 else { return }
    report(.emptyRange(at: bounds.range, excludesMaximum: true))
    constraints.maximumLength = nil
  }

  private mutating func readRange(_ bounds: BoundsSyntax, of type: Scalar, into constraints: inout ValueConstraints) {
    let lower = bounds.lower.map { ExactNumber($0.digits) }
    let upper = bounds.upper.map { ExactNumber($0.digits) }
    for (literal, number) in [(bounds.lower, lower), (bounds.upper, upper)] {
      guard let literal, let number else { continue }
      let fit = NumberFit(number, in: type)
      guard fit != .fits else { continue }
      report(.unrepresentableBound(at: literal.range, type, fit))
      return
    }
    if isEmpty(lower, upper, bounds) { return }
    constraints.minimum = lower?.text
    constraints.maximum = upper?.text
    constraints.excludesMaximum = upper != nil && bounds.isHalfOpen
  }

  private mutating func isEmpty(_ lower: ExactNumber?, _ upper: ExactNumber?, _ bounds: BoundsSyntax) -> Bool {
    guard let lower, let upper, upper < lower || (bounds.isHalfOpen && upper == lower) else { return false }
    var swapped: [Diagnostic.Fix]?
    if let first = bounds.lower, let last = bounds.upper, upper < lower {
      swapped = [
        .init(
          title: "swap the bounds", edits: [.init(first.range, last.digits), .init(last.range, first.digits)],
          isSafe: false)
      ]
    }
    let excludesMaximum = bounds.isHalfOpen && upper == lower
    report(.emptyRange(at: bounds.range, excludesMaximum: excludesMaximum, swapped: swapped))
    return true
  }
}

extension LiteralSyntax {
  /// The number in the source. Not used for other literals.
  var digits: String {
    switch value {
    case .integer(let digits), .decimal(let digits): digits
    case .string, .boolean, .nil: "0"
    }
  }
}
