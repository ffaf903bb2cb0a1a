import IgataSchema
import IgataSyntax

extension LintRule {
  /// A status is any text.
  ///
  /// Its values stand in the code that sets them, each spelt as its author saw fit. An enum names them once.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Ticket {
  ///   id: UUID = uuid() @primaryKey
  ///   status: String = "open"
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// enum TicketStatus {
  ///   case open
  ///   case closed
  /// }
  ///
  /// model Ticket {
  ///   id: UUID = uuid() @primaryKey
  ///   status: TicketStatus = .open
  /// }
  /// ```
  static let statusAsText = LintRule(
    "status-as-text", .types, .picky,
    houseStyle: HouseStyle("texts are one of a few words", help: "name these in enums"),
    check: .fields(checkStatusAsText))
}

private func checkStatusAsText(_ field: LintField, _ context: LintContext, _ findings: inout Findings) {
  guard field.plainScalar == .string, !field.isList,
    field.field.constraints.pattern == nil, let last = field.words.last
  else { return }
  let isNamed = WordList.statuses.match(in: [last]) != nil
  guard isNamed || (last == "state" && field.field.defaultValue != nil) else { return }
  guard !context.index.isUnreadable(field) else { return }
  findings.report(
    "'\(field.name)' is one of a few words, kept as any text", at: field.typeRange, help: "name them in an enum")
}

extension WordList {
  fileprivate static let statuses = WordList("status, kind, phase, stage, ステータス, 状態, 種別, 区分")
}
