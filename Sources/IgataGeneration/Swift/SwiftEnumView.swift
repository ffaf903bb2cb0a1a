import IgataSchema
import IgataTables
import IgataTemplateLanguage

/// Views of enums.
extension GenerationScope {
  private static let enumShape = Shape(
    "documentation", "name", "rawType", "cases", "allCases", "open", "names")
  private static let caseShape = Shape("documentation", "deprecation", "declaration")
  private static let caseDeclarationShape = Shape("documentation", "declaration")

  func view(_ index: Int, of enums: [EnumType]) -> Record {
    let enumeration = enums[index]
    let isOpen = enumeration.unknownCase != nil
    return Record(
      Self.enumShape,
      [
        documentation(enumeration.origin, deprecatedBecause: enumeration.deprecation),
        .text(SwiftIdentifier.type(enumeration.name)),
        .text(typeNames.scalar(enumeration.rawType)),
        .records(
          enumeration.cases.indices.map {
            view($0, of: enumeration, isOpen: isOpen, isUsed: usedCases[index].contains($0))
          }),
        .optional(allCases(of: enumeration, isUsed: usedCases[index])),
        openView(of: enumeration),
        names,
      ])
  }

  /// The list of cases, which Swift doesn't synthesize for an enum with a deprecated case. It refers to no case by
  /// name, as that would cause a warning.
  private func allCases(of enumeration: EnumType, isUsed: Set<Int>) -> String? {
    let isMarked = enumeration.cases.indices.contains { index in
      enumeration.cases[index].deprecation != nil && !isUsed.contains(index)
    }
    guard isMarked, enumeration.unknownCase == nil else { return nil }
    let values = enumeration.cases.map { SwiftLiteral.rawValue($0.rawValue) }
    return SwiftLayout.list("", values, ".compactMap { .init(rawValue: $0) }", .square, indent: 4)
  }

  /// A case. One that generated code refers to by name can't be marked as deprecated, as that would cause a warning. An
  /// open enum refers to all of its cases.
  private func view(_ number: Int, of enumeration: EnumType, isOpen: Bool, isUsed: Bool) -> Record {
    let enumCase = enumeration.cases[number]
    let isMarked = !isUsed && !isOpen
    return Record(
      Self.caseShape,
      [
        isMarked
          ? documentation(enumCase.origin)
          : documentation(enumCase.origin, deprecatedBecause: enumCase.deprecation),
        deprecation(isMarked ? enumCase.deprecation : nil),
        .text(declaration(ofCase: number, in: enumeration, isOpen: isOpen)),
      ])
  }

  private static let openShape = Shape("allCases", "known", "unknown")
  private static let knownShape = Shape("name", "literal")

  /// The view of what Swift doesn't synthesize for an enum with a case for unknown raw values; null for other enums.
  func openView(of enumeration: EnumType) -> TemplateValue {
    guard let unknown = enumeration.unknownCase else { return .null }
    let known = enumeration.cases.indices.filter { $0 != unknown }
    let names = known.map { SwiftIdentifier.enumCase($0, of: enumeration) }
    return .view(
      Record(
        Self.openShape,
        [
          .text(SwiftLayout.list("", names.map { "." + $0 }, "", .square, indent: 4)),
          .records(
            zip(known, names).map { number, name in
              Record(
                Self.knownShape,
                [.text(name), .text(SwiftLiteral.rawValue(enumeration.cases[number].rawValue))])
            }),
          .text(SwiftIdentifier.enumCase(unknown, of: enumeration)),
        ]))
  }

  /// The cases with their documentation and declarations, for targets that don't mark cases as deprecated.
  func caseDeclarations(_ enumeration: EnumType) -> TemplateValue {
    let isOpen = enumeration.unknownCase != nil
    return .records(
      enumeration.cases.enumerated().map { number, enumCase in
        Record(
          Self.caseDeclarationShape,
          [
            documentation(enumCase.origin, deprecatedBecause: enumCase.deprecation),
            .text(declaration(ofCase: number, in: enumeration, isOpen: isOpen)),
          ])
      })
  }

  private func declaration(ofCase number: Int, in enumeration: EnumType, isOpen: Bool) -> String {
    let enumCase = enumeration.cases[number]
    let name = SwiftIdentifier.enumCase(number, of: enumeration)
    if enumCase.isUnknown { return "\(name)(\(typeNames.scalar(enumeration.rawType)))" }
    if isOpen { return name }
    switch enumCase.rawValue {
    case .string(let text) where text == name.replacing("`", with: ""): return name
    case .string(let text): return "\(name) = \(SwiftLiteral.string(text))"
    case .integer(let value): return "\(name) = \(SwiftLiteral.integer(value))"
    }
  }
}
