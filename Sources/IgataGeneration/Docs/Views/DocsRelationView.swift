import IgataSchema
import IgataTemplateLanguage

/// The view of a stored relation for templates.
extension DocsScope {
  private static let relationShape = Shape(
    "source", "sourceAddress", "field", "fieldAddress", "target", "targetAddress", "isRequired", "isOptional",
    "isWrapper", "isList", "isOrdered", "isUnique", "isShown", "inverse", "deletes", "clears", "refuses", "checksLater",
    "joinTable", "sourceWord", "fieldWord", "targetWord", "sourceFile", "sourceKey", "fieldKey", "targetFile",
    "targetKey")

  /// - Parameters:
  ///   - index: A field of a model that stores a relation.
  ///   - inverse: The field for the other side in the target, if it is known.
  func relation(ofField index: Int, in model: Int, inverse: Int? = nil) -> Record {
    let source = schema.models[model]
    let field = source.fields[index]
    let target = field.storedTarget ?? model
    var form: ToOneKind?
    var rule: String?
    if case .toOne(_, let kind, let deleteRule) = field.kind { (form, rule) = (kind, deleteRule.rawValue) }
    let join = source.joinTable(ofField: index)
    return Record(
      Self.relationShape,
      [
        .text(source.name), .text(DocsAnchor.address(source.name)), .text(field.name),
        .text(DocsAnchor.address("\(source.name).\(field.name)")), .text(schema.models[target].name),
        .text(DocsAnchor.address(schema.models[target].name)), .flag(form == .required), .flag(form == .optional),
        .flag(form == .wrapper), .flag(form == nil), .flag(join?.positionColumn != nil),
        .flag(schema.marks(ofField: index, in: model).source != .many),
        .flag(selection.includes(model: model) && selection.includes(model: target)),
        .optional(inverse.map { schema.models[target].fields[$0].name }), .flag(rule == "cascade"),
        .flag(rule == "nullify"), .flag(rule == "restrict"), .flag(rule == "noAction"), .optional(join?.name),
        .text(PlainWord.of(source.name)), .text(PlainWord.of(field.name)),
        .text(PlainWord.of(schema.models[target].name)), .text(fileName(of: source.origin)), .text(modelKeys[model]),
        .text(fieldKeys(ofModel: model)[index]), .text(fileName(of: schema.models[target].origin)),
        .text(modelKeys[target]),
      ])
  }
}
