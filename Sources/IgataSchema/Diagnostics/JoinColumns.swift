public import IgataDiagnostics

extension DiagnosticKind {
  public static let joinColumns = DiagnosticKind(
    "join-columns",
    """
    `@joinTable` doesn't name as many columns as the keys at both ends have.

    After the name of the table, it names all columns or none: those of the owner's key, and then those of the
    target's. The column of the position isn't among them; a table without one has `@unordered`.
    """,
    example: """
      model Group {
        id: UUID = uuid() @primaryKey
        members: [User] @joinTable("group_members", "group_id")
      }

      model User {
        id: UUID = uuid() @primaryKey
      }
      """,
    fix: .replacing(#""group_id")"#, with: #""group_id", "user_id")"#))
}

extension Diagnostic {
  static func repeatedJoinColumn(_ attribute: Attribute) -> Diagnostic {
    Diagnostic(
      .joinColumns, "two columns of the join table have the same name", at: attribute.range,
      help: "give each column its own name; databases ignore the case of ASCII letters")
  }

  /// - Parameters:
  ///   - expected: The columns that the table has by default.
  ///   - found: The number of columns that are named.
  static func joinColumns(_ attribute: Attribute, expected: [String], found: Int) -> Diagnostic {
    let names = expected.map { "\"\($0)\"" }.joined(separator: ", ")
    let keys = counted(expected.count, "key column")
    return Diagnostic(
      .joinColumns, "the join table has \(keys), and \(found) \(found == 1 ? "is" : "are") named",
      at: attribute.range, help: "name all of them, the owner's first, such as \(names), or none")
  }
}
