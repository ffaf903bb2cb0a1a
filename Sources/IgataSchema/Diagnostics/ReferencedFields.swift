public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let referencedFields = DiagnosticKind(
    "referenced-fields",
    """
    `@references` names fields that a foreign key can't refer to.

    A foreign key leads to one row, so the fields must be the primary key of the other model, or one unique constraint
    of it without a condition. They are values, or relations that have columns of their own. If the relation is
    required, they can't be optional.
    """,
    example: """
      model User {
        id: UUID = uuid() @primaryKey
        email: String @length(...254)
      }

      model Invitation {
        id: UUID = uuid() @primaryKey
        sender: User @references(email)
      }
      """,
    fix: .replacing("@length(...254)", with: "@length(...254) @unique"))
}

extension Diagnostic {
  static func unreferableField(
    _ name: NameSyntax, reason: String, help: String?, field: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .referencedFields, "a foreign key can't refer to '\(name.text)': it \(reason)", at: name.range,
      help: help ?? "name other fields, or none to refer to the primary key",
      related: [.init(field, "the field is here")])
  }

  static func sharedReference(_ attribute: Attribute, in target: String) -> Diagnostic {
    let names = attribute.fields.map(\.text).joined(separator: ", ")
    let unique = attribute.fields.count == 1 ? "'@unique'" : "'unique(\(names))'"
    return Diagnostic(
      .referencedFields, "several models '\(target)' can have the same \(names)", at: attribute.range,
      help: "add \(unique) to '\(target)', or refer to its primary key")
  }
}
