import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  /// A URL is kept in a `String`.
  ///
  /// A `URL` is checked when it is made, and the code that loads it need not wonder what to do where it is none.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Story {
  ///   id: UUID = uuid() @primaryKey
  ///   imageURL: String?
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Story {
  ///   id: UUID = uuid() @primaryKey
  ///   imageURL: URL?
  /// }
  /// ```
  static let stringURL = LintRule(
    "string-url", .types, .usual,
    houseStyle: HouseStyle("fields keep a URL in a 'String'", help: "make them 'URL'"),
    check: .fields(checkStringURL))
}

private func checkStringURL(_ field: LintField, _ context: LintContext, _ findings: inout Findings) {
  guard field.plainScalar == .string, field.field.constraints.pattern == nil,
    let last = field.words.last,
    last == "url" || last == "uri" || last == "urls"
  else { return }
  guard !context.index.isUnreadable(field) else { return }
  findings.report(
    "'\(field.name)' keeps a URL in a 'String'", at: field.typeRange, help: "make it a 'URL'",
    fixes: field.retyping(to: "URL"))
}
