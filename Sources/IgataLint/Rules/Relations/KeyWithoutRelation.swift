import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let keyWithoutRelation = LintRule(
    "key-without-relation", .relations, .normal,
    """
    A field stores the key of a model, but isn't a relation.

    The database doesn't know that `ownerID` refers to a `Person`: it stores keys of rows that no longer exist, and no
    query can follow it. A relation has the same column, and also generates the key `ownerID`. Where another program
    makes the table, `@onDelete(unconstrained)` makes it a relation without a foreign key.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
      }

      model Account {
        id: UUID = uuid() @primaryKey
        personID: UUID
      }
      """,
    fix: .replacing("personID: UUID", with: "person: Person"),
    houseStyle: HouseStyle("fields store the key of a model without being a relation", help: "make them relations"),
    check: .schema { context, findings in
      let models = Dictionary(context.models.map { ($0.words, $0) }, uniquingKeysWith: { first, _ in first })
      for field in context.fields {
        guard let owner = field.model, field.words.last == "id", field.words.count > 1, !field.isList,
          let type = field.valueType,
          let target = models[Array(field.words.dropLast())], hasKey(target.model, type), !isKey(field, context),
          // In its own model, it is an external identifier.
          target.index != owner,
          // No version has a relation to a table of another program.
          target.model.isExternal == context.isExternal(field)
        else { continue }
        let name = lowerCamelCase(Array(field.words.dropLast()))
        var relation = "\(nameText(name)): \(nameText(target.name))\(field.isOptional ? "?" : "")"
        var fixes: [Diagnostic.Fix] = []
        if context.isExternal(field) {
          relation += " @column(\(stringLiteral(field.field.columnName))) @onDelete(unconstrained)"
          fixes = unconstrained(relation, name, field, context).map { [$0] } ?? []
        }
        findings.report(
          "'\(field.name)' stores a key of '\(target.name)' without being a relation", at: field.range,
          help: "write '\(relation)'", related: [.init(target.range, "'\(target.name)' is here")], fixes: fixes)
      }
    })
}

private func hasKey(_ model: Model, _ type: ValueType) -> Bool {
  model.primaryKey.count == 1 && model.primaryKey.allSatisfy { model.columns[$0].type == type }
}

private func isKey(_ field: DeclaredField, _ context: LintContext) -> Bool {
  guard let index = field.model else { return false }
  let model = context.schema.models[index]
  return model.primaryKey.contains { model.columns[$0].field == field.position }
}

/// The fix that makes a key a relation, wherever the field is named; `nil` if more is said of it than a relation can
/// have. Not safe, as only the rows show whether all values are keys.
private func unconstrained(
  _ relation: String, _ name: String, _ field: DeclaredField, _ context: LintContext
) -> Diagnostic.Fix? {
  let attributes = Set(field.syntax.attributes.map(\.name.text))
  guard let model = field.model, field.syntax.defaultValue == nil,
    attributes.isSubset(of: ["column", "index", "unique"]),
    let renaming = context.declared.renaming(.field(model: model, name: field.name), to: name).first
  else { return nil }
  let range = field.syntax.range
  let others = renaming.edits.filter { $0.range.end < range.start || $0.range.start > range.end }
  let declaration = Diagnostic.Fix.Edit(range, relation + (attributes.contains("unique") ? " @unique" : ""))
  return Diagnostic.Fix(title: "make it a relation", edits: [declaration] + others, isSafe: false)
}
