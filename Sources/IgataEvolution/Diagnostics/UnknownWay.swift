public import IgataDiagnostics
import IgataSchema

extension DiagnosticKind {
  public static let unknownWay = DiagnosticKind(
    "unknown-way",
    """
    A field is moved from another model, and there isn't exactly one relation along which its values could go.

    The values of `note: String @renamed(from: "Account.note")` go along the one to-one relation between the two
    models, whichever of them has it: to the row that the account refers to, or to those that refer to the account. A
    relation that the same version adds makes a row for each account.
    """,
    language: .text,
    example: """
      version 6: model Account { …  note: String }
                 model Details { … }
      now:       model Details { …  note: String @renamed(from: "Account.note") }
      """,
    fix: """
      now:       model Account { …  details: Details? }
                 model Details { …  note: String @renamed(from: "Account.note") }
      """)
}

extension Diagnostic {
  static func unknownWay(
    _ path: String, from source: String, to target: String, count: Int, at field: Field
  ) -> Diagnostic {
    let found = count == 0 ? "no to-one relation between" : "\(count) to-one relations between"
    let help =
      count == 0
      ? "add a relation from '\(source)' to '\(target)' or the reverse, along which the values go"
      : "add the field to a version without the other relations, or a new field and 'reserved' for the old one"
    return Diagnostic(
      .unknownWay,
      "there \(count > 1 ? "are" : "is") \(found) '\(source)' and '\(target)', so the values of '\(path)' have no way",
      at: field.origin.range, help: help)
  }
}
