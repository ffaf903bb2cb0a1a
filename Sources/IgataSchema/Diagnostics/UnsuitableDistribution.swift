public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let unsuitableDistribution = DiagnosticKind(
    "unsuitable-distribution",
    """
    A model's rows can't be distributed by the field that `distribute(by:)` names.

    The field's value determines the server that stores a row, so every row needs a value that can be compared for
    equality. The field can't be optional, a wrapper, a list, a struct, a `JSON`, a `Float` or a `Double`. It can be a
    required relation.
    """,
    example: """
      model Entry {
        id: UUID = uuid() @primaryKey
        region: String?
        distribute(by: region)
      }
      """,
    fix: .replacing("String?", with: "String"))
}

extension Diagnostic {
  static func unsuitableDistribution(_ name: NameSyntax, reason: String, field: SourceRange) -> Diagnostic {
    Diagnostic(
      .unsuitableDistribution, "rows can't be distributed by '\(name.text)': it \(reason)", at: name.range,
      help: "choose a field that has a value in every row", related: [.init(field, "the field is here")])
  }
}
