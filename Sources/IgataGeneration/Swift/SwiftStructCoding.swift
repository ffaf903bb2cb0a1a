import IgataSchema
import IgataTemplateLanguage

/// The `Codable` implementation of a struct that has a field `CodingKeys`, which Swift would confuse with the keys.
extension GenerationScope {
  /// The implementation, or `nil` if Swift synthesizes it.
  func coding(of type: StructType, _ properties: [SwiftProperty]) -> Record? {
    guard type.fields.contains(where: { $0.name == "CodingKeys" }) else { return nil }
    var keys = "FieldKeys"
    while isDeclared(keys) || type.fields.contains(where: { $0.name == keys }) { keys += "_" }
    let cases = properties.enumerated().map { index, property in
      let isOptional = property.type.hasSuffix("?")
      return Record([
        "declaration": .text("key\(index) = \(SwiftLiteral.string(property.field.name))"),
        "property": .text("self." + property.storage), "decode": .text(isOptional ? "_decodeOptional" : "_decode"),
        "encode": .text(isOptional ? "encodeIfPresent" : "encode"), "name": .text("key\(index)"),
      ])
    }
    return Record([
      "keys": .text(keys), "cases": .records(cases), "CodingKey": .text(typeNames.swiftType("CodingKey")),
      "Decoder": .text(typeNames.swiftType("Decoder")), "Encoder": .text(typeNames.swiftType("Encoder")),
    ])
  }
}
