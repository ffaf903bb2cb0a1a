import IgataSchema
import IgataTables
import IgataTemplateLanguage

/// Views of newtypes and structs.
extension GenerationScope {
  // MARK: Documentation

  /// Documentation as lines of `///`.
  func documentation(_ origin: Origin) -> TemplateValue { documentation(origin.documentation) }

  func documentation(_ lines: [String]) -> TemplateValue {
    .texts(lines.flatMap(CommentText.lines).map { $0.isEmpty ? "///" : "/// " + $0 })
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

  // MARK: Newtypes

  func view(_ newtype: Newtype) -> Record {
    Record([
      "documentation": documentation(newtype.origin, deprecatedBecause: newtype.deprecation),
      "name": .text(SwiftIdentifier.type(newtype.name)), "base": .text(typeNames.scalar(newtype.base)),
      "constraints": .text(constraintsExpression(newtype.constraints) ?? noConstraints), "names": names,
    ])
  }

  /// A newtype that is a fixed-point number.
  func view(_ newtype: Newtype, scale: Int64) -> Record {
    Record([
      "documentation": documentation(newtype.origin, deprecatedBecause: newtype.deprecation),
      "name": .text(SwiftIdentifier.type(newtype.name)), "scale": .text(SwiftLiteral.integer(scale)),
      "takesLiterals": .flag(scale <= 1_000_000_000), "names": names,
    ])
  }

  private var noConstraints: String {
    let call = typeNames.runtimeCall("ColumnConstraints")
    return call == ".init" ? ".none" : call + ".none"
  }

  // MARK: Structs

  func view(_ index: Int) -> Record {
    let type = schema.structs[index]
    var columns: [Int] = []
    var next = 0
    for field in type.fields {
      columns.append(next)
      next += schema.columnCount(of: field)
    }
    let all = properties(of: type.fields) { ColumnReference(column: columns[$0], isInStruct: true) }
    let properties = SwiftProperties(scope: self, all: all)
    let views = properties.views
    return Record([
      "documentation": documentation(type.origin, deprecatedBecause: type.deprecation),
      "name": .text(SwiftIdentifier.type(type.name)), "isModel": .flag(false), "properties": .records(views),
      "parameters": .records(views), "columnCount": .text(String(next)),
      "columns": .text(properties.columns(columnsMember(ofStruct: index))),
      "description": .optional(description(of: type, all)), "coding": .optional(coding(of: type, all)),
    ])
  }

  /// The description of a struct with sensitive fields, or `nil` if it has none.
  private func description(of type: StructType, _ properties: [SwiftProperty]) -> Record? {
    let parts = properties.map { ($0.field.name, $0.own, $0.field.isSensitive) }
    return description(of: type.name, SwiftIdentifier.type(type.name), parts, among: type.fields)
  }

  /// The description of a type that shows its sensitive parts as `…`, or `nil` if it has none.
  ///
  /// - Parameters:
  ///   - type: The type, as the description calls it and as code refers to it.
  ///   - fields: The fields whose names the type's own members can't have.
  func description(
    of type: String, _ reference: String, _ parts: [(name: String, own: String, isSensitive: Bool)],
    among fields: [Field]
  ) -> Record? {
    guard parts.contains(where: \.isSensitive) else { return nil }
    let shown = parts.map {
      "\($0.name): " + ($0.isSensitive ? "…" : "\\(\(typeNames.stringValue)(describing: \($0.own)))")
    }
    let description = SwiftMember("description", of: typeNames.swiftType("CustomStringConvertible"), among: fields)
    let mirror = SwiftMember("customMirror", of: typeNames.swiftType("CustomReflectable"), among: fields)
    return Record([
      "text": .text("\"\(type)(\(shown.joined(separator: ", ")))\""), "typeName": .text(reference),
      "name": .text(description.name), "attribute": .optional(description.attribute), "mirrorName": .text(mirror.name),
      "mirrorAttribute": .optional(mirror.attribute), "mirrorType": .text(typeNames.swiftType("Mirror")),
      "mirrorValue": .text(typeNames.call("Mirror", of: "Swift")),
    ])
  }
}
