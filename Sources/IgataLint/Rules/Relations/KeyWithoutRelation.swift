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
          target.index != owner
        else { continue }
        let name = lowerCamelCase(Array(field.words.dropLast()))
        var relation = "\(nameText(name)): \(nameText(target.name))\(field.isOptional ? "?" : "")"
        var fixes: [Diagnostic.Fix] = []
        if context.isExternal(field) {
          relation += " @column(\(stringLiteral(field.field.columnName))) @onDelete(unconstrained)"
          // Whether all values are keys, only the rows show.
          let fix = Diagnostic.Fix(
            title: "make it a relation", range: field.syntax.range, replacement: relation, isSafe: false)
          if isPlain(field, context), !context.schema.models[owner].fields.contains(where: { $0.name == name }) {
            fixes = [fix]
          }
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

/// Whether nothing is said of the field but its column, in its line or in a member.
private func isPlain(_ field: DeclaredField, _ context: LintContext) -> Bool {
  guard let index = field.model, field.syntax.defaultValue == nil,
    field.syntax.attributes.allSatisfy({ $0.name.text == "column" })
  else { return false }
  let model = context.schema.models[index]
  return !(model.uniques + model.indexes).flatMap(\.parts).contains { model.columns[$0.column].field == field.position }
}
