import IgataSchema

extension BackfillSQL {
  /// Whether the expression can be null for a row, as far as its text tells: it has a field that can be null, and no
  /// `coalesce` around it that ends with a literal.
  ///
  /// - Parameter isNullable: Whether a field can be null; `nil` stands for the old value.
  func canBeNull(_ isNullable: (FieldReference?) -> Bool) -> Bool {
    var text = marked { isNullable($0) ? Self.nullable : "0" }
    // What a query or a condition gives depends on rows.
    if text.contains(/\b(?:select|null|nullif)\b/) { return !text.contains(/^\s*(?:coalesce|ifnull)\b/) }
    if text.contains(/\bcase\b/) { return !text.contains(/\belse\b/) }
    // What has no number, date or element is null, as is a quotient by zero.
    text.replace(/-> ?>? ?[^\s,()]+|[\/%] ?(?!0*[1-9])[^ ,)]+|[0-9)\]]\[[^\]]*\]/) { _ in Self.nullable }
    while let call = text.firstMatch(of: /([a-z_0-9]*)\s*\(([^()]*)\)/) {
      let isFilled = ["coalesce", "ifnull"].contains(call.1) && call.2.contains(/,\s*(?:''|-?[0-9.]+)\s*$/)
      let isFound = Self.mayFindNothing.contains(String(call.1))
      text.replaceSubrange(call.range, with: isFilled ? "0" : isFound ? Self.nullable : " \(call.2) ")
    }
    return text.contains(Self.nullable)
  }

  /// The expression in lowercase, without the contents of its literals.
  ///
  /// - Parameter mark: What stands for a field, or for the old value if `nil`.
  func marked(_ mark: (FieldReference?) -> String) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text.replacing(/'(?:[^']|'')*'/, with: "''").lowercased()
      case .field(let field): mark(field)
      case .value: mark(nil)
      }
    }.joined()
  }

  /// What stands for a field that can be null; no text of SQL has it.
  private static let nullable = "\u{1}"

  /// Functions of SQLite that are null for what they can't read.
  private static let mayFindNothing: Set = [
    "date", "time", "datetime", "julianday", "unixepoch", "strftime", "timediff", "json_extract", "json_type",
  ]
}
