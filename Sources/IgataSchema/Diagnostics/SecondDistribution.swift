public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let secondDistribution = DiagnosticKind(
    "second-distribution",
    """
    A model declares the distribution of its rows twice.

    The rows of a model are either stored together with other rows that have the same value, `distribute(by: …)`, or
    on every server, `reference`. The second one is reported.
    """,
    example: """
      model Country {
        code: String @primaryKey
        reference
        distribute(by: code)
      }
      """,
    fix: """
      model Country {
        code: String @primaryKey
        reference
      }
      """)
}

extension Diagnostic {
  static func secondDistribution(
    _ title: String, _ second: DistributionSyntax, first: DistributionSyntax
  ) -> Diagnostic {
    let isSame = second.keyword == first.keyword && second.field?.text == first.field?.text
    return Diagnostic(
      .secondDistribution, "\(title) already declares how its rows are distributed", at: second.range,
      help: "remove one of them", related: [.init(first.range, "the first one is here")],
      fixes: [Fix(title: "remove the second one", range: second.range, replacement: "", isSafe: isSame)])
  }
}
