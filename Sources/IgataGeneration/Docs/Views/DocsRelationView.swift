import IgataSchema
import IgataTemplateLanguage

/// The view of a stored relation for templates.
extension DocsScope {
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
    return Record([
      "source": .text(source.name), "sourceAddress": .text(DocsAnchor.address(source.name)), "field": .text(field.name),
      "fieldAddress": .text(DocsAnchor.address("\(source.name).\(field.name)")),
      "target": .text(schema.models[target].name),
      "targetAddress": .text(DocsAnchor.address(schema.models[target].name)), "isRequired": .flag(form == .required),
      "isOptional": .flag(form == .optional), "isWrapper": .flag(form == .wrapper), "isList": .flag(form == nil),
      "isOrdered": .flag(join?.positionColumn != nil),
      "isUnique": .flag(schema.marks(ofField: index, in: model).source != .many),
      "isShown": .flag(selection.includes(model: model) && selection.includes(model: target)),
      "inverse": .optional(inverse.map { schema.models[target].fields[$0].name }), "deletes": .flag(rule == "cascade"),
      "clears": .flag(rule == "nullify"), "refuses": .flag(rule == "restrict"),
      "checksLater": .flag(rule == "noAction"), "joinTable": .optional(join?.name),
      "sourceWord": .text(PlainWord.of(source.name)), "fieldWord": .text(PlainWord.of(field.name)),
      "targetWord": .text(PlainWord.of(schema.models[target].name)), "sourceFile": .text(fileName(of: source.origin)),
      "sourceKey": .text(modelKeys[model]), "fieldKey": .text(fieldKeys(ofModel: model)[index]),
      "targetFile": .text(fileName(of: schema.models[target].origin)), "targetKey": .text(modelKeys[target]),
    ])
  }
}
