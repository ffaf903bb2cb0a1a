public import IgataDiagnostics

extension DiagnosticKind {
  public static let citusDistribution = DiagnosticKind(
    "citus-distribution",
    """
    No single column determines how Citus distributes the rows of a model.

    Citus distributes rows by one column. A relation to a model with a compound key has several columns, and the one
    that refers to the other model's distribution column is used. If the other model isn't distributed, or not by a
    column of its key, there is no such column.
    """,
    language: .text,
    example: """
      model Seat {
        row: Int32
        number: Int32
        primaryKey(row, number)
      }

      model Ticket {
        id: UUID = uuid() @primaryKey
        seat: Seat
        distribute(by: seat)
      }
      """,
    fix: """
      model Seat {
        row: Int32
        number: Int32
        primaryKey(row, number)
        distribute(by: row)
      }

      model Ticket {
        id: UUID = uuid() @primaryKey
        seat: Seat
        distribute(by: seat)
      }
      """)
}

extension Diagnostic {
  static func citusDistribution(_ message: String, at range: SourceRange, help: String) -> Diagnostic {
    Diagnostic(.citusDistribution, message, at: range, help: help)
  }
}
