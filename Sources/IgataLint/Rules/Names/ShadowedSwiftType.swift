import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let shadowedSwiftType = LintRule(
    "shadowed-swift-type", .names, .normal,
    """
    A type has the name of a type of Swift.

    In every file that imports the models, `Task { … }` or `Result<…>` then refers to the model, which leads to
    confusing compiler errors.
    """,
    example: """
      model Task {
        id: UUID = uuid() @primaryKey
      }
      """,
    fix: .replacing("Task", with: #"TodoItem @table("task")"#),
    check: .names { name, _, findings in
      guard name.isType, swiftTypes.contains(name.text) else { return }
      let help = "choose another name, or refer to Swift's as 'Swift.\(name.text)'"
      findings.report("\(name.noun) '\(name.text)' hides Swift's", at: name.range, help: help)
    })
}
