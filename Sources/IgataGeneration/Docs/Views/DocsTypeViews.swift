import IgataSchema
import IgataTemplateLanguage

/// The views of enums, newtypes and structs for templates.
extension DocsScope {
  /// The view of a type: what all types have, and what only this kind of type has.
  ///
  /// - Parameter parts: The reasons for which parts of the type are deprecated.
  private func view(
    _ name: String, _ origin: Origin, _ deprecation: String?, _ parts: [String?], _ uses: [TypeUses.Use],
    _ own: KeyValuePairs<StaticString, TemplateValue>
  ) -> Record {
    let common: KeyValuePairs<StaticString, TemplateValue> = [
      "name": .text(name), "anchor": .text(name), "address": .text(DocsAnchor.address(name)),
      "location": .text(location(of: origin)), "file": .number(origin.file),
      "documentation": DocsText.paragraphs(origin.documentation),
      "summary": .optional(DocsText.summary(origin.documentation)), "deprecation": .optional(deprecation),
      "isDeprecated": .flag(deprecation != nil || parts.contains { $0 != nil }),
      "uses": .records(uses.map { Record(["text": .text($0.text), "address": .text(DocsAnchor.address($0.text))]) }),
      "hasUses": .flag(!uses.isEmpty), "source": .text(source(of: origin)),
    ]
    return Record(members: Array(common) + own)
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
      return Record([
        "name": .text(item.name), "value": .text(value), "isUnknown": .flag(item.isUnknown),
        "deprecation": .optional(item.deprecation), "documentation": DocsText.paragraphs(item.origin.documentation),
        "summary": .optional(DocsText.summary(item.origin.documentation)),
        "formerNames": .texts(item.renamedFrom.map(\.text)), "hasFormerNames": .flag(!item.renamedFrom.isEmpty),
        "key": .text(keys[index]), "lines": .texts(item.origin.documentation),
        "hasLines": .flag(!item.origin.documentation.isEmpty), "isRenamed": .flag(value != item.name),
        "hasNote": .flag(value != item.name || !item.origin.documentation.isEmpty),
      ])
    }
    return view(
      type.name, type.origin, type.deprecation, type.cases.map(\.deprecation), uses.enums[index],
      [
        "rawType": .text(type.rawType.name), "cases": .records(cases),
        "reserved": .texts(type.reservedNames.map(\.name)), "hasReserved": .flag(!type.reservedNames.isEmpty),
        "word": .text(PlainWord.of(type.name)), "key": .text(enumKeys[index]),
        "lines": .texts(type.origin.documentation), "hasLines": .flag(!type.origin.documentation.isEmpty),
      ])
  }

  func view(newtype index: Int) -> Record {
    let type = schema.newtypes[index]
    return view(
      type.name, type.origin, type.deprecation, [], uses.newtypes[index],
      [
        "base": .text(schema.name(of: .scalar(type.base))),
        "attributes": .separated(schema.attributeTexts(type.constraints)),
        "swiftType": .optional(type.swiftType?.text),
      ])
  }

  func view(struct index: Int) -> Record {
    let type = schema.structs[index]
    return view(
      type.name, type.origin, type.deprecation, type.fields.map(\.deprecation), uses.structs[index],
      [
        "isSensitive": .flag(type.fields.contains(where: \.isSensitive)),
        "fields": .list(type.fields.map { DocsFieldView(self, $0, of: type.name) }),
        "reserved": .texts(type.reservedNames.map(\.name)), "hasReserved": .flag(!type.reservedNames.isEmpty),
      ])
  }
}
