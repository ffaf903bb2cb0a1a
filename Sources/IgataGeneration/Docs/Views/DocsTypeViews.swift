import IgataSchema
import IgataTemplateLanguage

/// The views of enums, newtypes and structs for templates.
extension DocsScope {
  private static let enumShape = Shape(
    "name", "anchor", "address", "location", "file", "documentation", "summary", "deprecation", "isDeprecated",
    "rawType", "cases", "reserved", "hasReserved", "uses", "hasUses", "source", "word", "key", "lines",
    "hasLines")
  private static let caseShape = Shape(
    "name", "value", "isUnknown", "deprecation", "documentation", "summary", "formerNames", "hasFormerNames", "key",
    "lines", "hasLines", "isRenamed", "hasNote")
  private static let newtypeShape = Shape(
    "name", "anchor", "address", "location", "file", "documentation", "summary", "deprecation", "isDeprecated", "base",
    "attributes", "swiftType", "uses", "hasUses", "source")
  private static let structShape = Shape(
    "name", "anchor", "address", "location", "file", "documentation", "summary", "deprecation", "isDeprecated",
    "isSensitive", "fields", "reserved", "hasReserved", "uses", "hasUses", "source")
  private static let useShape = Shape("text", "address")

  /// The values of the names with which all shapes of types begin.
  private func start(_ name: String, _ origin: Origin, _ deprecation: String?, _ parts: [String?]) -> [TemplateValue] {
    [
      .text(name), .text(name), .text(DocsAnchor.address(name)), .text(location(of: origin)), .number(origin.file),
      DocsText.paragraphs(origin.documentation), .optional(DocsText.summary(origin.documentation)),
      .optional(deprecation),
      .flag(deprecation != nil || parts.contains { $0 != nil }),
    ]
  }

  private func end(_ uses: [TypeUses.Use], _ origin: Origin) -> [TemplateValue] {
    [
      .list(
        uses.map { Record(Self.useShape, [.text($0.text), .text(DocsAnchor.address($0.text))]) }), .flag(!uses.isEmpty),
      .bytes(source(of: origin)),
    ]
  }

  func view(enum index: Int) -> Record {
    let type = schema.enums[index]
    let keys = CaselessKeys.of(type.cases.map(\.name))
    let cases = type.cases.enumerated().map { index, item in
      let value: String =
        switch item.rawValue {
        case .string(let text): text
        case .integer(let integer): String(integer)
        }
      return Record(
        Self.caseShape,
        [
          .text(item.name), .text(value), .flag(item.isUnknown), .optional(item.deprecation),
          DocsText.paragraphs(item.origin.documentation), .optional(DocsText.summary(item.origin.documentation)),
          .texts(item.renamedFrom.map(\.text)), .flag(!item.renamedFrom.isEmpty), .text(keys[index]),
          .texts(item.origin.documentation), .flag(!item.origin.documentation.isEmpty), .flag(value != item.name),
          .flag(value != item.name || !item.origin.documentation.isEmpty),
        ])
    }
    return Record(
      Self.enumShape,
      start(type.name, type.origin, type.deprecation, type.cases.map(\.deprecation))
        + [
          .text(type.rawType.name), .list(cases), .texts(type.reservedNames.map(\.name)),
          .flag(!type.reservedNames.isEmpty),
        ]
        + end(uses.enums[index], type.origin) + [
          .text(PlainWord.of(type.name)), .text(enumKeys[index]), .texts(type.origin.documentation),
          .flag(!type.origin.documentation.isEmpty),
        ])
  }

  func view(newtype index: Int) -> Record {
    let type = schema.newtypes[index]
    return Record(
      Self.newtypeShape,
      start(type.name, type.origin, type.deprecation, [])
        + [
          .text(schema.name(of: .scalar(type.base))), .separated(schema.attributeTexts(type.constraints)),
          .optional(type.swiftType?.text),
        ]
        + end(uses.newtypes[index], type.origin))
  }

  func view(struct index: Int) -> Record {
    let type = schema.structs[index]
    let fields = type.fields.map { DocsFieldView(self, $0, of: type.name) }
    return Record(
      Self.structShape,
      start(type.name, type.origin, type.deprecation, type.fields.map(\.deprecation))
        + [
          .flag(type.fields.contains(where: \.isSensitive)), .list(fields), .texts(type.reservedNames.map(\.name)),
          .flag(!type.reservedNames.isEmpty),
        ] + end(uses.structs[index], type.origin))
  }
}
