import IgataDiagnostics
import IgataSyntax
import IgataTables

extension Resolution {
  /// Resolves a literal or an enum case as the default or the backfill of a field, or as an element of one.
  mutating func resolveValue(_ value: ExpressionSyntax, _ target: DefaultTarget) -> DefaultValue? {
    if case .enumeration(let index) = target.type { return resolveCase(value, of: index, target) }
    guard let scalar = scalar(of: target.type) else {
      report(.defaultType(at: value.range, expected: expected(target), help: nil, target.role))
      return nil
    }
    if scalar == .json { return resolveJSON(value, target) }
    guard case .literal(let literal) = value else {
      reportDefaultType(value, scalar, target, help: literalForm(of: scalar, target.role))
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
        .defaultType(
          at: literal.range, expected: expected(target), help: "write a whole URL: https://example.com", target.role))
    case (.string(let text), .day) where GregorianDay(text) != nil: return .string(text)
    case (.string(let text), .uuid) where target.role == .backfill && isUUID(text):
      return .string(asciiLowercase(text))
    case (.integer(let digits), _) where scalar.isNumber, (.decimal(let digits), _) where scalar.isNumber:
      return resolveNumber(digits, literal, scalar, target)
    default: reportDefaultType(value, scalar, target, help: literalForm(of: scalar, target.role))
    }
    return nil
  }

  /// Reports the equivalent of a default in the syntax of other languages, or else what a default of the type looks
  /// like.
  mutating func reportDefaultType(
    _ value: ExpressionSyntax, _ scalar: Scalar, _ target: DefaultTarget, help: String?
  ) {
    if let meant = meantDefault(by: value, for: scalar) {
      report(.defaultType(at: value.range, expected: expected(target), meant: meant, target.role))
    } else {
      report(.defaultType(at: value.range, expected: expected(target), help: help, target.role))
    }
  }

  private func literalForm(of scalar: Scalar, _ role: ValueRole) -> String? {
    switch scalar.storage {
    case .bool: "write 'true' or 'false'"
    case .text: scalar == .string ? "write it in quotes" : nil
    case .date: "the only \(role.rawValue) of a 'Date' is 'now()'\(role == .backfill ? ", or SQL" : "")"
    case .day: "write a day in quotes: \"2024-05-27\""
    case .uuid where role == .backfill: "write the text of a UUID, 'uuid()' or 'uuid7()'"
    case .uuid: "the defaults of a 'UUID' are 'uuid()' and 'uuid7()'"
    case .integer, .real, .decimal, .data, .json, .list:
      scalar.isNumber
        ? nil : "a '\(scalar.name)' has no \(role.rawValue) but 'nil'\(role == .backfill ? ", or SQL" : "")"
    }
  }

  private mutating func resolveCase(
    _ value: ExpressionSyntax, of index: Int, _ target: DefaultTarget
  ) -> DefaultValue? {
    let cases = schema.enums[index].cases
    switch value {
    case .enumCase(let name, _):
      if let found = caseIndexes[index][name.text] {
        recordUse(of: .enumCase(enumeration: index, index: found), as: .defaultValue, by: name)
        return .enumCase(found)
      }
      // An enum without cases is a separate error.
      guard !cases.isEmpty else { return nil }
      let nearest = proposal(for: name.text, among: cases.lazy.map(\.name))
      report(.unknownCase(name, of: schema.enums[index].name, nearest: nearest))
    case .name(let name) where caseIndexes[index][name.text] != nil:
      report(.defaultWithoutDot(name, expected: expected(target), target.role))
    default:
      let example = cases.first.map { "write a case: .\($0.name)" }
      report(.defaultType(at: value.range, expected: expected(target), help: example, target.role))
    }
    return nil
  }

  /// A fast path for numbers of up to four digits, which most defaults are, if the type can represent all of them.
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
      report(.defaultType(at: literal.range, expected: expected(target), help: "write an integer", target.role))
      return nil
    }
    switch NumberFit(number, in: scalar) {
    case .fits: break
    case .fraction: return nil
    case .tooManyDecimalPlaces(let count):
      report(.defaultPrecision(at: literal.range, expected: expected(target), decimalPlaces: count, target.role))
      return nil
    case .outOfRange(let reason):
      report(.defaultRange(at: literal.range, expected: expected(target), reason: reason, target.role))
      return nil
    }
    checkBounds(scalar == .float ? number.roundedToFloat : number, at: literal.range, target)
    guard scalar.integerBounds != nil else { return .decimal(number.text) }
    return number.int64().map(DefaultValue.integer)
  }
}

/// Whether a text is that of a UUID, in upper or lower case.
private func isUUID(_ text: String) -> Bool {
  let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
  return groups.map(\.count) == [8, 4, 4, 4, 12]
    && text.unicodeScalars.allSatisfy { scalar in
      scalar == "-" || scalar.properties.isASCIIHexDigit
    }
}
