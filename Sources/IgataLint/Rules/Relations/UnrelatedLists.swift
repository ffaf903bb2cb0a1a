import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let unrelatedLists = LintRule(
    "unrelated-lists", .relations, .normal,
    """
    Two models have a list of each other, and neither is the other side of the other.

    Each list is stored in a join table of its own: adding a member to a group doesn't add the group to the member. If
    the lists are the two sides of one relation, one of them is its inverse; if not, `@joinTable` shows that it is
    meant.
    """,
    example: """
      model Member {
        id: UUID = uuid() @primaryKey
        clubs: [Club]
      }

      model Club {
        id: UUID = uuid() @primaryKey
        members: [Member]
      }
      """,
    fix: .replacing("[Club]", with: "[Club] @inverse(members)"),
    check: .fields { field, context, findings in
      guard case .model(let owner) = field.owner, let target = field.undecidedTarget, target != owner else { return }
      let others = context.declared.fields(of: .model(target)).filter { $0.undecidedTarget == owner }
      // With several lists, it is open which of them belong together.
      guard others.count == 1, target > owner,
        context.declared.fields(of: .model(owner)).filter({ $0.undecidedTarget == target }).count == 1
      else { return }
      let other = others[0]
      findings.report(
        "'\(field.name)' and '\(other.name)' are stored separately", at: field.range,
        help: "add '@inverse(\(other.name))' if it is the other side of '\(other.name)', or else '@joinTable(\"…\")'",
        related: [.init(other.range, "'\(other.name)' is here")],
        fixes: [field.adding("@inverse(\(other.name))", isSafe: false)])
    })
}

extension DeclaredField {
  /// The model of a list that could be the other side of a list of that model.
  fileprivate var undecidedTarget: Int? {
    guard case .ordered(let target) = kind, !syntax.attributes.contains(where: { $0.name.text == "joinTable" }) else {
      return nil
    }
    return target
  }
}
