public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let reservedName = DiagnosticKind(
    "reserved-name",
    """
    A field, a case or a declaration has a name that `reserved` lists.

    `reserved` lists the names of removed fields and cases, and outside of all declarations those of removed models.
    So old data and old programs never encounter the same name with another meaning.
    """,
    example: """
      model Account {
        id: UUID = uuid() @primaryKey
        iban: String = ""
        reserved iban
      }
      """,
    fix: .replacing("iban:", with: "accountNumber:"))
}

extension Diagnostic {
  static func reservedName(_ name: NameSyntax, in title: String?, reserved: SourceRange) -> Diagnostic {
    Diagnostic(
      .reservedName, "'\(name.text)' is reserved\(title.map { " in " + $0 } ?? "")", at: name.range,
      help: "choose another name",
      related: [.init(reserved, "reserved here")])
  }
}
