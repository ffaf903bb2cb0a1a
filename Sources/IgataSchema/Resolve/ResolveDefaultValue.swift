import IgataDiagnostics
import IgataSyntax
import IgataTables

extension Resolution {
  /// A literal or an enum's case, as the default of a field or as an element of one.
  mutating func resolveValue(_ value: ExpressionSyntax, _ target: DefaultTarget) -> DefaultValue? {
    if case .enumeration(let index) = target.type { return resolveCase(value, of: index, target) }
    guard let scalar = scalar(of: target.type) else {
      report(.defaultType(at: value.range, expected: expected(target), help: nil))
      return nil
    }
    guard case .literal(let literal) = value else {
      reportDefaultType(value, scalar, target, help: literalForm(of: scalar))
      return nil
    }
    switch (literal.value, scalar) {
    case (.boolean(let flag), .bool): return .boolean(flag)
    case (.string(let text), .string):
      checkText(text, at: literal.range, target)
      return .string(text)
    case (.string(let text), .url):
      if isPlainURL(text) { return .string(text) }
      report(
        .defaultType(at: literal.range, expected: expected(target), help: "write a whole URL: https://example.com"))
    case (.integer(let digits), _) where scalar.isNumber, (.decimal(let digits), _) where scalar.isNumber:
      return resolveNumber(digits, literal, scalar, target)
    default: reportDefaultType(value, scalar, target, help: literalForm(of: scalar))
    }
    return nil
  }

  /// Says what to write, where other languages write that so, and else what a default of the type looks like.
  mutating func reportDefaultType(
    _ value: ExpressionSyntax, _ scalar: Scalar, _ target: DefaultTarget, help: String?
  ) {
    if let meant = meantDefault(by: value, for: scalar) {
      report(.defaultType(at: value.range, expected: expected(target), meant: meant))
    } else {
      report(.defaultType(at: value.range, expected: expected(target), help: help))
    }
  }

  private func literalForm(of scalar: Scalar) -> String? {
    switch scalar.storage {
    case .bool: "write 'true' or 'false'"
    case .text: scalar == .string ? "write it in quotes" : nil
    case .date: "the one default of a 'Date' is 'now()'"
    case .uuid: "the defaults of a 'UUID' are 'uuid()' and 'uuid7()'"
    case .integer, .real, .decimal, .data, .json, .list:
      scalar.isNumber ? nil : "a '\(scalar.name)' has no default but 'nil'"
    }
  }

  private mutating func resolveCase(
    _ value: ExpressionSyntax, of index: Int, _ target: DefaultTarget
  ) -> DefaultValue? {
    let cases = schema.enums[index].cases
    switch value {
    case .enumCase(let name, _):
      if let found = caseIndexes[index][name.text] { return .enumCase(found) }
      // An enum without cases is an error of its own.
      guard !cases.isEmpty else { return nil }
      let nearest = proposal(for: name.text, among: cases.lazy.map(\.name))
      report(.unknownCase(name, of: schema.enums[index].name, nearest: nearest))
    case .name(let name) where caseIndexes[index][name.text] != nil:
      report(.defaultWithoutDot(name, expected: expected(target)))
    default:
      let example = cases.first.map { "write a case: .\($0.name)" }
      report(.defaultType(at: value.range, expected: expected(target), help: example))
    }
    return nil
  }

  /// A number of up to four digits, which is what most defaults are, where the type is one that holds all of those.
  private func smallNumber(_ digits: String, _ literal: LiteralSyntax, _ target: DefaultTarget) -> DefaultValue? {
    guard case .integer = literal.value, digits.utf8.count <= 4, target.constraints.isEmpty,
      case .scalar(let scalar) = target.type, let number = Int64(digits), number >= 0
    else { return nil }
    switch scalar.number {
    case .whole: return .integer(number)
    case .floating: return .decimal(digits)
    case .fixed where scalar == .currency: return .decimal(digits)
    case .fixed, .decimal, nil: return nil
    }
  }

  private mutating func resolveNumber(
    _ digits: String, _ literal: LiteralSyntax, _ scalar: Scalar, _ target: DefaultTarget
  ) -> DefaultValue? {
    if let value = smallNumber(digits, literal, target) { return value }
    let number = ExactNumber(digits)
    if case .decimal = literal.value, scalar.integerBounds != nil {
      report(.defaultType(at: literal.range, expected: expected(target), help: "write a whole number"))
      return nil
    }
    switch NumberFit(number, in: scalar) {
    case .fits: break
    case .fraction: return nil
    case .tooManyPlaces(let places):
      report(.defaultPrecision(at: literal.range, expected: expected(target), places: places))
      return nil
    case .outOfRange(let reason):
      report(.defaultRange(at: literal.range, expected: expected(target), reason: reason))
      return nil
    }
    checkBounds(number, at: literal.range, target)
    guard scalar.integerBounds != nil else { return .decimal(number.text) }
    return number.int64().map(DefaultValue.integer)
  }
}
