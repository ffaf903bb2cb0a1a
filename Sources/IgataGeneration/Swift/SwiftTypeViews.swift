import IgataSchema
import IgataTables
import IgataTemplateLanguage

/// Views of value types: enums, newtypes and structs.
extension GenerationScope {
  // MARK: Documentation

  /// Documentation as lines of `///`.
  func documentation(_ origin: Origin) -> TemplateValue { documentation(origin.documentation) }

  func documentation(_ lines: [String]) -> TemplateValue {
    .texts(lines.map { $0.isEmpty ? "///" : "/// " + $0 })
  }

  /// The attribute `@available(*, deprecated, message: "…")`, or null.
  func deprecation(_ reason: String?) -> TemplateValue {
    .optional(reason.map { "@available(*, deprecated, message: \(SwiftLiteral.string($0)))" })
  }

  /// Documentation with a note that the type is deprecated. An attribute would cause warnings in the generated code
  /// itself.
  func documentation(_ origin: Origin, deprecatedBecause reason: String?) -> TemplateValue {
    guard let reason else { return documentation(origin) }
    let lines = origin.documentation
    return documentation(lines + (lines.isEmpty ? [] : [""]) + ["- Warning: Deprecated: \(reason)"])
  }

  // MARK: Enums

  private static let enumShape = Shape(
    "documentation", "name", "rawType", "cases", "allCases", "unknownCase", "names")
  private static let caseShape = Shape("documentation", "deprecation", "declaration")
  private static let caseDeclarationShape = Shape("documentation", "declaration")

  func view(_ index: Int, of enums: [EnumType]) -> Record {
    let enumeration = enums[index]
    let unknown = enumeration.cases.firstIndex(where: \.isUnknown)
    return Record(
      Self.enumShape,
      [
        documentation(enumeration.origin, deprecatedBecause: enumeration.deprecation),
        .text(SwiftIdentifier.type(enumeration.name)),
        .text(enumeration.rawType.swiftType),
        .records(
          enumeration.cases.indices.map { view($0, of: enumeration, isUsed: usedCases[index].contains($0)) }),
        .optional(allCases(of: enumeration, isUsed: usedCases[index])),
        .optional(unknown.map { SwiftIdentifier.enumCase($0, of: enumeration) }),
        names,
      ])
  }

  /// The list of cases, which Swift doesn't synthesize for an enum with a deprecated case. It refers to no case by
  /// name, as that would cause a warning.
  private func allCases(of enumeration: EnumType, isUsed: Set<Int>) -> String? {
    let isMarked = enumeration.cases.indices.contains { index in
      let enumCase = enumeration.cases[index]
      return enumCase.deprecation != nil && !isUsed.contains(index) && !enumCase.isUnknown
    }
    guard isMarked else { return nil }
    let values = enumeration.cases.map { enumCase in
      switch enumCase.rawValue {
      case .string(let text): SwiftLiteral.string(text)
      case .integer(let value): SwiftLiteral.integer(value)
      }
    }
    return SwiftLayout.list("", values, ".compactMap { .init(rawValue: $0) }", .square, indent: 4)
  }

  /// A case. One that generated code refers to by name can't be marked as deprecated, as that would cause a warning.
  private func view(_ number: Int, of enumeration: EnumType, isUsed: Bool) -> Record {
    let enumCase = enumeration.cases[number]
    let isMarked = !isUsed && !enumCase.isUnknown
    return Record(
      Self.caseShape,
      [
        isMarked
          ? documentation(enumCase.origin)
          : documentation(enumCase.origin, deprecatedBecause: enumCase.deprecation),
        deprecation(isMarked ? enumCase.deprecation : nil), .text(declaration(ofCase: number, in: enumeration)),
      ])
  }

  /// The cases with their documentation and declarations, for targets that don't mark cases as deprecated.
  func caseDeclarations(_ enumeration: EnumType) -> TemplateValue {
    .records(
      enumeration.cases.enumerated().map { number, enumCase in
        Record(
          Self.caseDeclarationShape,
          [
            documentation(enumCase.origin, deprecatedBecause: enumCase.deprecation),
            .text(declaration(ofCase: number, in: enumeration)),
          ])
      })
  }

  private func declaration(ofCase number: Int, in enumeration: EnumType) -> String {
    let enumCase = enumeration.cases[number]
    let name = SwiftIdentifier.enumCase(number, of: enumeration)
    switch enumCase.rawValue {
    case .string(let text) where text == name.replacing("`", with: ""): return name
    case .string(let text): return "\(name) = \(SwiftLiteral.string(text))"
    case .integer(let value): return "\(name) = \(SwiftLiteral.integer(value))"
    }
  }

  // MARK: Newtypes

  private static let newtypeShape = Shape("documentation", "name", "base", "constraints", "names")
  private static let fixedShape = Shape("documentation", "name", "scale", "takesLiterals", "names")

  func view(_ newtype: Newtype) -> Record {
    Record(
      Self.newtypeShape,
      [
        documentation(newtype.origin, deprecatedBecause: newtype.deprecation),
        .text(SwiftIdentifier.type(newtype.name)),
        .text(newtype.base.swiftType),
        .text(constraintsExpression(newtype.constraints) ?? noConstraints),
        names,
      ])
  }

  /// A newtype that is a fixed-point number.
  func view(_ newtype: Newtype, scale: Int64) -> Record {
    Record(
      Self.fixedShape,
      [
        documentation(newtype.origin, deprecatedBecause: newtype.deprecation),
        .text(SwiftIdentifier.type(newtype.name)),
        .text(SwiftLiteral.integer(scale)),
        .flag(scale <= 1_000_000_000),
        names,
      ])
  }

  private var noConstraints: String {
    let call = typeNames.runtimeCall("ColumnConstraints")
    return call == ".init" ? ".none" : call + ".none"
  }

  // MARK: Structs

  private static let structShape = Shape(
    "documentation", "name", "properties", "columnCount", "columns", "description", "coding")
  private static let descriptionShape = Shape(
    "text", "typeName", "name", "attribute", "mirrorName", "mirrorAttribute", "mirrorType", "mirrorValue")

  func view(_ index: Int) -> Record {
    let type = schema.structs[index]
    var columns: [Int] = []
    var next = 0
    for field in type.fields {
      columns.append(next)
      next += schema.columnCount(of: field)
    }
    let properties = SwiftProperties(
      self,
      properties(of: type.fields) {
        ColumnReference(column: columns[$0], isInStruct: true)
      })
    var columnsType = TextBuffer()
    properties.writeColumns(columnsMember(ofStruct: index), into: &columnsType)
    return Record(
      Self.structShape,
      [
        documentation(type.origin, deprecatedBecause: type.deprecation),
        .text(SwiftIdentifier.type(type.name)),
        properties.value,
        .text(String(next)),
        .text(columnsType.text),
        description(of: type, properties.all).map { .view($0) } ?? .null,
        coding(of: type, properties.all).map { .view($0) } ?? .null,
      ])
  }

  /// The description of a struct with sensitive fields, or `nil` if it has none.
  private func description(of type: StructType, _ properties: [SwiftProperty]) -> Record? {
    guard type.fields.contains(where: \.isSensitive) else { return nil }
    let string = typeNames.scalarValue("String")
    let fields = properties.map {
      "\($0.field.name): " + ($0.field.isSensitive ? "…" : "\\(\(string)(describing: \($0.own)))")
    }
    let description = SwiftMember("description", of: typeNames.swiftType("CustomStringConvertible"), among: type.fields)
    let mirror = SwiftMember("customMirror", of: typeNames.swiftType("CustomReflectable"), among: type.fields)
    return Record(
      Self.descriptionShape,
      [
        .text("\"\(type.name)(\(fields.joined(separator: ", ")))\""), .text(SwiftIdentifier.type(type.name)),
        .text(description.name),
        .optional(description.attribute), .text(mirror.name), .optional(mirror.attribute),
        .text(typeNames.swiftType("Mirror")), .text(typeNames.swiftCall("Mirror")),
      ])
  }
}
