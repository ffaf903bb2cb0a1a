import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let updatedAt = LintRule(
    "updated-at", .types, .normal,
    """
    A modification date is only set once.

    `= now()` is set when the instance is created. With `@updatedAt`, the store sets it at every save.
    """,
    example: """
      model Booking {
        id: UUID = uuid() @primaryKey
        updatedAt: Date = now()
      }
      """,
    fix: .replacing("now()", with: "now() @updatedAt"),
    houseStyle: HouseStyle("modification dates are only set at creation", help: "add '@updatedAt'"),
    check: .fields { field, _, findings in
      guard field.model != nil, field.plainScalar == .date, field.field.defaultValue == .now, !field.field.isUpdatedAt,
        !field.field.isConstant, changes.contains(field.words) || field.name.hasPrefix("更新日")
      else { return }
      findings.report(
        "'\(field.name)' is only set at creation", at: field.range, help: "add '@updatedAt'",
        fixes: [field.adding("@updatedAt", isSafe: false)])
    })
}

private let changes: Set<[String]> = [
  ["updated", "at"], ["modified", "at"], ["changed", "at"], ["last", "modified", "at"], ["last", "updated", "at"],
  ["last", "changed", "at"], ["last", "modified"], ["last", "updated"], ["modification", "date"],
]
