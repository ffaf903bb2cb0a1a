public import IgataDiagnostics

extension DiagnosticKind {
  public static let citusRelation = DiagnosticKind(
    "citus-relation",
    """
    Citus can't enforce the foreign key of a relation.

    A foreign key is checked on the server that stores the row, so the other row must be on the same server. This is
    the case if both tables are distributed by the same value and the foreign key contains it, or if the target is a
    reference table (`reference`), which every server has. It isn't the case from a reference table to a distributed
    one, between tables that are distributed by different values, or between a distributed table and one that is
    stored on the coordinator only. Citus also can't clear a relation (`@onDelete(nullify)`) between distributed
    tables. An ordered list of models is stored in a table with the keys of both models, and the same rules apply to
    it.

    A relation with `@onDelete(noAction)` is generated without a foreign key, and a comment in the DDL explains why.
    """,
    language: .text,
    example: """
      model Country {
        code: String @primaryKey
      }

      model Shop {
        id: UUID = uuid() @primaryKey
        country: Country
        distribute(by: id)
      }
      """,
    fix: """
      model Country {
        code: String @primaryKey
        reference
      }

      model Shop {
        id: UUID = uuid() @primaryKey
        country: Country
        distribute(by: id)
      }
      """)
}

extension Diagnostic {
  static func citusRelation(_ field: String, _ reason: String, at range: SourceRange, help: String) -> Diagnostic {
    Diagnostic(
      .citusRelation, "Citus can't enforce the foreign key of '\(field)': \(reason)", at: range, help: help)
  }
}
