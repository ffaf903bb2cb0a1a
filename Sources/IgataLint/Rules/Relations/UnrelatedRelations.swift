import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let unrelatedRelations = LintRule(
    "unrelated-relations", .relations, .normal,
    """
    Two models refer to each other, one of them uniquely, and neither relation is the other side of the other.

    Each relation is stored in columns of its own, which nothing keeps consistent: a member's profile can be the
    profile of another member. If they are the two sides of one relation, the optional one is its inverse, which is
    not stored.
    """,
    example: """
      model Member {
        id: UUID = uuid() @primaryKey
        profile: Profile?
      }

      model Profile {
        id: UUID = uuid() @primaryKey
        member: Member @unique
      }
      """,
    fix: .replacing("Profile?", with: "Profile? @inverse(member)"),
    check: .fields { field, context, findings in
      guard case .model(let owner) = field.owner, case .toOne(let target, .optional, _) = field.kind, target != owner,
        let other = context.declared.onlyRelation(from: target, to: owner),
        context.declared.onlyRelation(from: owner, to: target)?.position == field.position,
        context.schema.models[target].isUnique(relation: other.position)
      else { return }
      // If each could be the other side of the other, one of them is reported.
      guard target > owner || !other.isOptional || !context.schema.models[owner].isUnique(relation: field.position)
      else {
        return
      }
      let attribute = "@inverse(\(other.name))"
      findings.report(
        "'\(field.name)' and '\(other.name)' are stored separately", at: field.range,
        help: "add '\(attribute)' if it is the other side of '\(other.name)'",
        related: [.init(other.range, "'\(other.name)' is here")],
        // An inverse has no columns, which most other attributes are about.
        fixes: field.syntax.attributes.isEmpty ? [field.adding(attribute, isSafe: false)] : [])
    })
}

extension Declarations {
  /// The stored relation of a model to one model of another; `nil` if there are several, as it is open which of them
  /// belong together.
  fileprivate func onlyRelation(from owner: Int, to target: Int) -> DeclaredField? {
    var only: DeclaredField?
    for field in fields(of: .model(owner)) {
      guard case .toOne(target, _, _) = field.kind else { continue }
      if only != nil { return nil }
      only = field
    }
    return only
  }
}

extension Model {
  /// Whether two rows never refer to the same one by a field.
  fileprivate func isUnique(relation field: Int) -> Bool {
    guard let key = foreignKeys.first(where: { $0.field == field }) else { return false }
    let columns = Set(key.columns)
    return columns == Set(primaryKey)
      || uniques.contains { $0.isPlain && Set($0.parts.map(\.column)) == columns }
  }
}
