import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let joinWithoutUnique = LintRule(
    "join-without-unique", .relations, .normal,
    """
    A model that joins two others can contain duplicates.

    A row only states that one belongs to the other. Without a key or a constraint on both, submitting twice stores it
    twice.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
      }

      model Follow {
        id: UUID = uuid() @primaryKey
        follower: Person
        followee: Person
      }
      """,
    fix: """
      model Person {
        id: UUID = uuid() @primaryKey
      }

      model Follow {
        id: UUID = uuid() @primaryKey
        follower: Person
        followee: Person

        unique(follower, followee)
      }
      """,
    check: .models { model, context, findings in
      var ends: [DeclaredField] = []
      let keys = model.model.keyFields
      for field in context.declared.fields(of: .model(model.index)) {
        switch field.kind {
        case .toOne(_, .required, _): ends.append(field)
        case .value where keys.contains(field.position): continue
        // A creation date isn't part of its identity.
        case .value where field.plainScalar == .date && field.field.defaultValue == .now: continue
        case .value, .list, .embedded, .toOne, .inverse, .ordered: return
        }
      }
      guard ends.count == 2, !keys.contains(ends[0].position), !keys.contains(ends[1].position),
        !isConstrained(ends, model)
      else { return }
      let text = "\n\n  unique(\(ends[0].syntax.name.text), \(ends[1].syntax.name.text))"
      guard let last = context.declared.fields(of: .model(model.index)).last, !swiftKeywords.contains(ends[0].name)
      else {
        return
      }
      let fix = Diagnostic.Fix(
        title: "add 'unique(\(ends[0].name), \(ends[1].name))'", range: last.syntax.range.endPoint, replacement: text,
        isSafe: false)
      findings.report(
        "the same '\(ends[0].name)' and '\(ends[1].name)' can be in two rows of '\(model.name)'", at: model.range,
        help: "add 'unique(\(ends[0].name), \(ends[1].name))'", fixes: swiftKeywords.contains(ends[1].name) ? [] : [fix]
      )
    })
}

/// Whether a constraint covers only one or both of the ends.
private func isConstrained(_ ends: [DeclaredField], _ model: DeclaredModel) -> Bool {
  let positions = Set(ends.map(\.position))
  return model.model.uniques.contains { unique in
    Set(unique.parts.map { model.model.columns[$0.column].field }).isSubset(of: positions)
  }
}
