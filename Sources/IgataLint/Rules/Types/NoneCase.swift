import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let noneCase = LintRule(
    "none-case", .types, .normal,
    """
    An enum that is used with `?` has a case `none` or `some`.

    Then `kind == .none` checks whether there is a value instead of whether it is that case, and the compiler only
    warns. Without the `?`, the case is fine.
    """,
    example: """
      enum Hazard {
        case none
        case toxic
      }

      model Item {
        id: UUID = uuid() @primaryKey
        hazard: Hazard?
      }
      """,
    fix: .replacing("Hazard?", with: "Hazard = .none"),
    check: .enums { item, context, findings in
      guard let found = item.type.cases.first(where: { $0.name == "none" || $0.name == "some" }),
        let use = context.declared.usesOfEnums[item.index].first(where: { context.fields[$0].isOptional })
      else { return }
      let field = context.fields[use]
      let meaning = found.name == "none" ? "no value at all" : "any value"
      findings.report(
        "'.\(found.name)' of a '\(item.name)?' means \(meaning), not this case", at: found.origin.range,
        help: "rename the case, or remove the '?'",
        related: [.init(field.typeRange, "'\(field.name)' is optional")])
    })
}
