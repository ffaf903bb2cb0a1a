import IgataSchema
import IgataTemplateLanguage

/// The `Codable` implementation of a struct that has a field `CodingKeys`, which Swift would confuse with the keys.
extension GenerationScope {
  private static let codingShape = Shape("keys", "cases", "CodingKey", "Decoder", "Encoder")
  private static let caseShape = Shape("declaration", "property", "decode", "encode", "name")

  /// The implementation, or `nil` if Swift synthesizes it.
  func coding(of type: StructType, _ properties: [SwiftProperty]) -> Record? {
    guard type.fields.contains(where: { $0.name == "CodingKeys" }) else { return nil }
    var keys = "FieldKeys"
    while isDeclared(keys) || type.fields.contains(where: { $0.name == keys }) { keys += "_" }
    let cases = properties.enumerated().map { index, property in
      let isOptional = property.type.hasSuffix("?")
      return Record(
        Self.caseShape,
        [
          .text("key\(index) = \(SwiftLiteral.string(property.field.name))"), .text("self." + property.storage),
          .text(isOptional ? "_decodeOptional" : "_decode"), .text(isOptional ? "encodeIfPresent" : "encode"),
          .text("key\(index)"),
        ])
    }
    return Record(
      Self.codingShape,
      [
        .text(keys), .records(cases), .text(typeNames.swiftType("CodingKey")), .text(typeNames.swiftType("Decoder")),
        .text(typeNames.swiftType("Encoder")),
      ])
  }
}
