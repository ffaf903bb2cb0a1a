import IgataDiagnostics
import IgataSyntax
import IgataTables

extension Resolution {
  /// Resolves the raw values of all cases.
  mutating func resolveEnums() {
    for syntax in enumSyntaxes {
      let type = resolve(syntax)
      caseIndexes.append(
        Dictionary(uniqueKeysWithValues: type.cases.enumerated().map { ($0.element.name, $0.offset) }))
      schema.enums.append(type)
    }
  }

  private mutating func resolve(_ syntax: EnumSyntax) -> EnumType {
    let name = syntax.name ?? NameSyntax(text: "", range: syntax.range)
    let rawType = resolveRawType(syntax.rawType, of: name)
    var result = EnumType(
      name: name.text, origin: Origin(name, syntax.documentation), rawType: rawType ?? .string, cases: [])
    let attributes = read(syntax.attributes, at: .enumeration)
    enumAttributes.append(attributes)
    result.deprecation = attributes.text(of: .deprecated)
    result.allowedRules = attributes.allowedRules
    if syntax.cases.isEmpty {
      reportMissing(.emptyDeclaration("enum '\(name.text)'", at: name.range, needs: "case"), from: syntax.range)
    }
    result.reservedNames = syntax.reserved.flatMap(\.names).map { ReservedName($0) }
    checkReserved(result.reservedNames, against: syntax.cases.lazy.map(\.name), in: "enum '\(name.text)'")
    resolveCases(syntax.cases, of: &result, checksRawValues: rawType != nil)
    return result
  }

  private mutating func resolveRawType(_ type: TypeReferenceSyntax?, of name: NameSyntax) -> Scalar? {
    guard let type else { return .string }
    if case .named(let typeName, nil, _) = type, let rawType = Scalar(named: typeName.text),
      EnumType.rawTypes.contains(rawType)
    {
      return rawType
    }
    var nearest: String?
    if case .named(let typeName, _, _) = type {
      nearest = proposal(for: typeName.text, among: EnumType.rawTypes.map(\.name))
    }
    report(.rawType(type, of: name.text, nearest: nearest))
    return nil
  }

  private mutating func resolveCases(_ syntaxes: [EnumSyntax.Case], of result: inout EnumType, checksRawValues: Bool) {
    var names: [String: SourceRange] = [:]
    var rawValues: [String: SourceRange] = [:]
    var previous: EnumType.RawValue?
    var unknown: SourceRange?
    for syntax in syntaxes where syntax.name.text.utf8.count <= nameLimit {
      let attributes = read(syntax.attributes, at: .enumCase)
      if let attribute = attributes.first(where: { $0.kind == .unknown }) {
        if let unknown { report(.secondUnknownCase(attribute.range, first: unknown)) }
        unknown = unknown ?? attribute.range
      }
      if let first = names[syntax.name.text] {
        report(.duplicateCase(syntax.name, of: result.name, first: first))
        continue
      }
      names[syntax.name.text] = syntax.name.range
      if checksRawValues {
        previous = rawValue(of: syntax, result.rawType, after: previous, isFirst: result.cases.isEmpty)
        if let previous { note(previous, of: syntax, in: &rawValues) }
      }
      var item = EnumType.Case(
        name: syntax.name.text, origin: Origin(syntax.name, syntax.documentation),
        rawValue: previous ?? .string(syntax.name.text), isUnknown: attributes.has(.unknown),
        deprecation: attributes.text(of: .deprecated))
      item.renamedFrom = attributes.formerNames
      result.cases.append(item)
    }
  }

  private mutating func note(
    _ value: EnumType.RawValue, of syntax: EnumSyntax.Case, in values: inout [String: SourceRange]
  ) {
    let range = syntax.rawValue?.range ?? syntax.name.range
    // All raw values of an enum have one type, so their texts are unique.
    let text =
      switch value {
      case .string(let text): text
      case .integer(let number): String(number)
      }
    if let first = values[text] {
      report(.duplicateRawValue(value, at: range, isWritten: syntax.rawValue != nil, first: first))
    } else {
      values[text] = range
    }
  }

  /// The explicit raw value, or else the name or the number after the previous one. `nil` if it is invalid or follows
  /// from an invalid one.
  private mutating func rawValue(
    of syntax: EnumSyntax.Case, _ type: Scalar, after previous: EnumType.RawValue?, isFirst: Bool
  ) -> EnumType.RawValue? {
    guard let literal = syntax.rawValue else {
      guard let bounds = type.integerBounds else { return .string(syntax.name.text) }
      if isFirst { return .integer(0) }
      guard case .integer(let number)? = previous else { return nil }
      if number < bounds.upperBound { return .integer(number + 1) }
      report(.rawValueRange(at: syntax.name.range, type, isWritten: false))
      return nil
    }
    switch (literal.value, type.integerBounds) {
    case (.string(let text), nil): return .string(text)
    case (.integer(let digits), let bounds?):
      if let number = ExactNumber(digits).int64(), bounds.contains(number) { return .integer(number) }
      report(.rawValueRange(at: literal.range, type, isWritten: true))
    default:
      report(.rawValueType(literal, type, of: syntax.name.text))
    }
    return nil
  }
}
