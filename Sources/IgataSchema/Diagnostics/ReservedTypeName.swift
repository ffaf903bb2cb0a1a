public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let reservedTypeName = DiagnosticKind(
    "reserved-type-name",
    """
    A declaration has the name of a built-in type, or of the module that all generated code imports.

    The name would be ambiguous with: `Bool`, `Int16`, `Int32`, `Int64`, `Int`, `Float`, `Double`, `Decimal`,
    `Currency`, `Fixed`, `String`, `Data`, `Date`, `UUID`, `URL`, `JSON` and `IgataRuntime`. All other names are
    allowed; a declaration that is called `Day` hides that type. To keep the table's name, add `@table`.
    """,
    example: """
      model Date {
        id: UUID = uuid() @primaryKey
      }
      """,
    fix: .replacing("Date", with: #"Appointment @table("date")"#))
}

extension Diagnostic {
  static func reservedTypeName(_ name: NameSyntax) -> Diagnostic {
    let owner = reservedTypeNames.contains(name.text) ? "the module that generated code imports" : "a built-in type"
    return Diagnostic(
      .reservedTypeName, "'\(name.text)' is the name of \(owner)", at: name.range, help: "choose another name")
  }
}
