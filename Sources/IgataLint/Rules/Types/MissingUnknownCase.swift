import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  /// An enum has no case for values that it does not know.
  ///
  /// A row that a newer version has written, or another program, cannot be read where its value has no case. A case
  /// marked `@unknown` takes them.
  ///
  /// ## Example
  ///
  /// ```igata
  /// enum State {
  ///   case open
  ///   case closed
  /// }
  ///
  /// model Ticket {
  ///   id: UUID = uuid() @primaryKey
  ///   state: State = .open
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// enum State {
  ///   case open
  ///   case closed
  ///   case other @unknown
  /// }
  ///
  /// model Ticket {
  ///   id: UUID = uuid() @primaryKey
  ///   state: State = .open
  /// }
  /// ```
  static let missingUnknownCase = LintRule(
    "missing-unknown-case", .types, .picky,
    houseStyle: HouseStyle("enums have no case for unknown values", help: "add one with '@unknown'"),
    check: .enums(checkMissingUnknownCase))
}

private func checkMissingUnknownCase(_ item: LintEnum, _ context: LintContext, _ findings: inout Findings) {
  guard !item.type.cases.contains(where: \.isUnknown), !context.index.usesOfEnums[item.index].isEmpty else { return }
  findings.report(
    "enum '\(item.name)' has no case for values that it does not know", at: item.range,
    help: "add 'case unknown @unknown'", fixes: fixes(item))
}

private func fixes(_ item: LintEnum) -> [Diagnostic.Fix] {
  guard let last = item.syntax.cases.last, !item.type.cases.contains(where: { $0.name.lowercased() == "unknown" })
  else { return [] }
  let text = "\n  case unknown @unknown"
  return [.init(title: "add a case 'unknown'", range: last.range.behind, replacement: text, isSafe: false)]
}
