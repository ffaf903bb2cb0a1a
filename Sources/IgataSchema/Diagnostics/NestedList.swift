public import IgataDiagnostics

extension DiagnosticKind {
  public static let nestedList = DiagnosticKind(
    "nested-list",
    """
    A list contains lists.

    A list is stored in one column. For a list of lists, make the inner list a model, or use `JSON`.
    """,
    example: """
      model Board {
        id: UUID = uuid() @primaryKey
        rows: [[Int]]
      }
      """,
    fix: """
      model Board {
        id: UUID = uuid() @primaryKey
        rows: [Row] @inverse(board)
      }

      model Row {
        id: UUID = uuid() @primaryKey
        board: Board
        cells: [Int]
      }
      """)
}

extension Diagnostic {
  static func nestedList(at range: SourceRange) -> Diagnostic {
    Diagnostic(.nestedList, "lists can't be nested", at: range, help: "make the inner list a model, or use 'JSON'")
  }
}
