import IgataSchema
import IgataSyntax

extension LintRule {
  static let statusAsText = LintRule(
    "status-as-text", .types, .strictOnly,
    """
    A status is stored as arbitrary text.

    Its values are scattered over the code that sets them, with inconsistent spellings. An enum defines them once.
    """,
    example: """
      model Ticket {
        id: UUID = uuid() @primaryKey
        status: String = "open"
      }
      """,
    fix: """
      enum TicketStatus {
        case open
        case closed
      }

      model Ticket {
        id: UUID = uuid() @primaryKey
        status: TicketStatus = .open
      }
      """,
    houseStyle: HouseStyle("texts have only a few values", help: "use enums"),
    check: .fields { field, context, findings in
      guard field.plainScalar == .string, !field.isList,
        field.field.constraints.pattern == nil, let last = field.words.last
      else { return }
      let isNamed = WordList.statuses.match(in: [last]) != nil
      guard isNamed || (last == "state" && field.field.defaultValue != nil) else { return }
      guard !context.declared.isUnreadable(field) else { return }
      findings.report(
        "'\(field.name)' has only a few values, but is stored as arbitrary text", at: field.typeRange,
        help: "use an enum")
    })
}

extension WordList {
  fileprivate static let statuses = WordList("status, kind, phase, stage, ステータス, 状態, 種別, 区分")
}
