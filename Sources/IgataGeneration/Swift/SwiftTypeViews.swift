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

  private static let newtypeShape = Shape("documentation", "name", "base", "constraints", "names")
  private static let fixedShape = Shape("documentation", "name", "scale", "takesLiterals", "names")

  func view(_ newtype: Newtype) -> Record {
    Record(
      Self.newtypeShape,
      [
        documentation(newtype.origin, deprecatedBecause: newtype.deprecation),
        .text(SwiftIdentifier.type(newtype.name)),
        .text(typeNames.scalar(newtype.base)),
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
    "documentation", "name", "isModel", "properties", "parameters", "columnCount", "columns", "description", "coding")
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
        .flag(false),
        properties.value, properties.parameters,
        .text(String(next)),
        .text(columnsType.text),
        description(of: type, properties.all).map { .view($0) } ?? .null,
        coding(of: type, properties.all).map { .view($0) } ?? .null,
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
    return Record(
      Self.descriptionShape,
      [
        .text("\"\(type)(\(shown.joined(separator: ", ")))\""), .text(reference), .text(description.name),
        .optional(description.attribute), .text(mirror.name), .optional(mirror.attribute),
        .text(typeNames.swiftType("Mirror")), .text(typeNames.call("Mirror", of: "Swift")),
      ])
  }
}
