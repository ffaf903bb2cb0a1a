public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  /// A model says twice how its rows are spread.
  ///
  /// The rows of a model either lie with others of the same value, which is `distribute(by: …)`, or on every server,
  /// which is `reference`. The later one is the error.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Country {
  ///   code: String @primaryKey
  ///   reference
  ///   distribute(by: code)
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Country {
  ///   code: String @primaryKey
  ///   reference
  /// }
  /// ```
  public static let secondDistribution = DiagnosticKind("second-distribution")
}

extension Diagnostic {
  static func secondDistribution(
    _ title: String, _ second: DistributionSyntax, first: DistributionSyntax
  ) -> Diagnostic {
    let isSame = second.keyword == first.keyword && second.field?.text == first.field?.text
    return Diagnostic(
      .secondDistribution, "\(title) says already how its rows are spread", at: second.range, help: "leave one out",
      related: [.init(first.range, "the first one is here")],
      fixes: [Fix(title: "remove the second one", range: second.range, replacement: "", isSafe: isSame)])
  }
}
