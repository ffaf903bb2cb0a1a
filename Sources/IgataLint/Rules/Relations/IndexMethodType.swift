import IgataDiagnostics
import IgataSchema
import IgataSyntax
import IgataTables

extension LintRule {
  static let indexMethodType = LintRule(
    "index-method-type", .relations, .normal,
    """
    PostgreSQL can't index a field of this type by this method without an extension.

    A method needs an operator class for the type. `gin` has one for lists and `JSON`, `brin` for what has an order,
    `gist` for no type of a schema, and `hash` for all. The extensions `btree_gin` and `btree_gist` add those for
    numbers, texts, dates and their like. Without one, the statement that creates the index fails.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        age: Int16

        index(age, using: gin)
      }
      """,
    fix: .replacing("index(age, using: gin)", with: "index(age)"),
    check: .models { model, context, findings in
      for method in model.declaredMethods {
        guard let known = IndexMethod(rawValue: method.name.text) else { continue }
        var reported: Set<Int> = []
        for part in method.index.parts {
          let column = model.model.columns[part.column]
          let storage = context.schema.storage(of: column)
          guard !known.hasOperatorClass(for: storage), reported.insert(column.field).inserted else { continue }
          let field = model.model.fields[column.field]
          let range = method.syntax.columns.first { $0.name.text == field.name }?.name.range
          findings.report(
            "PostgreSQL has no operator class of '\(known.rawValue)' for '\(field.name)'",
            at: range ?? method.name.range,
            help: known.extensionName(for: storage).map { "install the extension '\($0)', or remove 'using'" }
              ?? "remove 'using'")
        }
      }
    })
}

extension Schema {
  fileprivate func storage(of column: Column) -> StorageKind {
    if case .list = column.role { return .list }
    switch column.type {
    case .scalar(let scalar): return scalar.storage
    case .newtype(let index): return newtypes[index].base.storage
    case .enumeration(let index): return enums[index].rawType.storage
    }
  }
}
