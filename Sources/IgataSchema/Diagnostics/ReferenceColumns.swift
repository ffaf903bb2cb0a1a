public import IgataDiagnostics
import IgataTables

extension DiagnosticKind {
  public static let referenceColumns = DiagnosticKind(
    "reference-columns",
    """
    The columns that `@columns` names don't fit the relation or the struct.

    For a struct, there is one for each of its columns, in the order of its fields.

    For a relation, there is one for each column that the foreign key refers to, in the same order. A column may be
    that of another field of the model; it then has the type of the column that it refers to. A required relation has
    no column that can be `NULL`, and one with `@onDelete(nullify)` has only such columns.
    """,
    example: """
      model User {
        tenant: String @length(...20)
        number: Int
        primaryKey(tenant, number)
      }

      model Ticket {
        id: UUID = uuid() @primaryKey
        tenant: String @length(...20)
        owner: User @columns("owner_number")
      }
      """,
    fix: .replacing(#"@columns("owner_number")"#, with: #"@columns("tenant", "owner_number")"#))
}

extension Diagnostic {
  /// - Parameters:
  ///   - expected: The names of the columns that the foreign key refers to.
  ///   - found: The number of columns that are named.
  static func referenceColumns(_ attribute: Attribute, expected: [String], found: Int) -> Diagnostic {
    Diagnostic(
      .referenceColumns,
      "the foreign key refers to \(counted(expected.count, "column")), and \(found) \(found == 1 ? "is" : "are") named",
      at: attribute.range, help: "name a column for each of \(expected.joined(separator: ", "))")
  }

  /// - Parameter expected: The fields of the struct that have a column.
  static func structColumns(_ attribute: Attribute, expected: [String]) -> Diagnostic {
    let found = attribute.texts.count
    return Diagnostic(
      .referenceColumns,
      "the struct has \(counted(expected.count, "column")), and \(found) \(found == 1 ? "is" : "are") named",
      at: attribute.range, help: "name a column for each of \(expected.joined(separator: ", "))")
  }

  static func repeatedColumns(_ attribute: Attribute) -> Diagnostic {
    Diagnostic(
      .referenceColumns, "'@columns' names a column twice", at: attribute.range,
      help: "name another column; databases ignore the case of ASCII letters")
  }

  static func referenceColumnType(
    _ column: String, of field: Field, type: String, in relation: Field, refersTo other: String
  ) -> Diagnostic {
    Diagnostic(
      .referenceColumns, "the column '\(column)' of '\(field.name)' is '\(type)', and refers to '\(other)'",
      at: relation.origin.range, help: "give '\(field.name)' that type, or name another column",
      related: [.init(field.origin.range, "'\(field.name)' is here")])
  }

  static func nullableReferenceColumn(_ column: String, of field: Field, in relation: Field) -> Diagnostic {
    Diagnostic(
      .referenceColumns, "'\(relation.name)' is required, and the column '\(column)' of '\(field.name)' can be null",
      at: relation.origin.range, help: "make '\(relation.name)' optional, or '\(field.name)' required",
      related: [.init(field.origin.range, "'\(field.name)' is here")])
  }

  static func nullifiedReferenceColumn(_ column: String, of field: Field, in relation: Field) -> Diagnostic {
    Diagnostic(
      .referenceColumns,
      "'\(relation.name)' is set to null by its delete rule, and the column '\(column)' of '\(field.name)' can't be",
      at: relation.origin.range, help: "write '@onDelete(restrict)', '@onDelete(cascade)' or '@onDelete(noAction)'",
      related: [.init(field.origin.range, "'\(field.name)' is here")])
  }
}
