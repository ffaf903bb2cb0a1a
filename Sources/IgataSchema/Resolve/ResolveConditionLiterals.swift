import IgataDiagnostics
import IgataSyntax
import IgataTables

/// What a literal is compared with.
enum LiteralTarget {
  case value(ValueType)
  case length
}

extension Resolution {
  /// A literal as a column of the type stores it: an enum's case as its raw value, a fixed-point number in units.
  /// Returns `nil` after reporting why it isn't one.
  mutating func literal(_ operand: ConditionOperand, _ target: LiteralTarget, at range: SourceRange) -> ColumnLiteral? {
    let type: ValueType =
      switch target {
      case .value(let type): type
      case .length: .scalar(.int)
      }
    switch operand {
    case .enumCase(let name): return enumCase(name, type)
    case .literal(let literal):
      if case .enumeration(let index) = type {
        let example = schema.enums[index].cases.first.map { "write a case: .\($0.name)" }
        report(.wrongLiteral(schema.enums[index].name, at: range, help: example))
        return nil
      }
      return scalar(of: type).flatMap { value(literal, of: $0) }
    default: return nil
    }
  }

  private mutating func enumCase(_ name: NameSyntax, _ type: ValueType) -> ColumnLiteral? {
    guard case .enumeration(let index) = type else {
      report(.wrongLiteral(typeName(type), at: name.range, help: "only an enum has cases"))
      return nil
    }
    guard let found = caseIndexes[index][name.text] else {
      let nearest = proposal(for: name.text, among: schema.enums[index].cases.lazy.map(\.name))
      report(.unknownCase(name, of: schema.enums[index].name, nearest: nearest))
      return nil
    }
    recordUse(of: .enumCase(enumeration: index, index: found), as: .condition, by: name)
    let item = schema.enums[index].cases[found]
    if item.isUnknown {
      let message = "'.\(name.text)' is any value that no other case has"
      report(.conditionType(message, at: name.range, help: "compare with the other cases"))
      return nil
    }
    switch item.rawValue {
    case .string(let text): return .text(text)
    case .integer(let number): return .integer(number)
    }
  }

  private mutating func value(_ literal: LiteralSyntax, of scalar: Scalar) -> ColumnLiteral? {
    switch (literal.value, scalar) {
    case (.boolean(let flag), .bool): return .bool(flag)
    case (.string(let text), .string): return .text(text)
    case (.string(let text), .url) where isPlainURL(text): return .text(text)
    case (.string(let text), .day) where GregorianDay(text) != nil: return .day(text)
    case (.integer(let digits), _) where scalar.isNumber, (.decimal(let digits), _) where scalar.isNumber:
      return number(digits, literal, scalar)
    case (.nil, _):
      report(.conditionType("'nil' isn't a value here", at: literal.range, help: "write '== nil' separately"))
    case (_, .date), (_, .data), (_, .uuid):
      report(.wrongLiteral(scalar.text, at: literal.range, help: "compare it with another '\(scalar.name)' field"))
    case (_, .day):
      report(.wrongLiteral(scalar.text, at: literal.range, help: "write a day in quotes: \"2024-05-27\""))
    default: report(.wrongLiteral(scalar.text, at: literal.range, help: nil))
    }
    return nil
  }

  private mutating func number(_ digits: String, _ literal: LiteralSyntax, _ scalar: Scalar) -> ColumnLiteral? {
    if case .decimal = literal.value, scalar.number == .whole {
      report(.wrongLiteral(scalar.text, at: literal.range, help: "write an integer"))
      return nil
    }
    let number = ExactNumber(digits)
    switch NumberFit(number, in: scalar) {
    case .fits: break
    case .fraction: return nil
    case .tooManyDecimalPlaces(let count):
      let message = "the literal has more decimal places than '\(scalar.text)' stores"
      report(.conditionType(message, at: literal.range, help: "it stores \(counted(count, "decimal place"))"))
      return nil
    case .outOfRange(let reason):
      report(.conditionType("the literal is out of range", at: literal.range, help: reason))
      return nil
    }
    switch scalar.number {
    case .whole: return number.int64().map { .integer($0) }
    case .fixed: return number.int64(decimalPlaces: scalar.fixedDecimalPlaces ?? 0).map { .integer($0) }
    case .decimal: return .decimal(number.text)
    // A `Float` is stored as the nearest number of its own precision.
    case .floating:
      return scalar == .float ? Float(number.text).map { .real(Double($0)) } : Double(number.text).map { .real($0) }
    case nil: return nil
    }
  }
}

extension Diagnostic {
  fileprivate static func wrongLiteral(_ type: String, at range: SourceRange, help: String?) -> Diagnostic {
    .conditionType("the literal has the wrong type: expected '\(type)'", at: range, help: help)
  }
}
