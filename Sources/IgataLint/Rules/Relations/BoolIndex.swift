import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let boolIndex = LintRule(
    "bool-index", .relations, .strictOnly,
    """
    An index on a single `Bool` isn't selective.

    It selects about half of the rows, so the engine reads the table anyway. A partial index on the few rows that are
    queried is smaller and is used: `index(createdAt, where: isOpen)`.
    """,
    example: """
      model Ticket {
        id: UUID = uuid() @primaryKey
        isOpen: Bool = true @index
      }
      """,
    fix: """
      model Ticket {
        id: UUID = uuid() @primaryKey
        isOpen: Bool = true
        createdAt: Date = now()

        index(createdAt, where: isOpen)
      }
      """,
    check: .models { model, context, findings in
      for index in model.indexes {
        guard index.constraint.parts.count == 1, index.constraint.condition == nil,
          let part = index.constraint.parts.first,
          case .value(let type) = model.model.columns[part.column].role, context.schema.scalar(of: type) == .bool
        else { continue }
        findings.report(
          "an index on a single 'Bool' isn't selective", at: index.range,
          help: "remove it, or index the few rows that are queried with 'where:'")
      }
    })
}
