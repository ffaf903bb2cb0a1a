import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let namesAlike = LintRule(
    "names-alike", .names, .normal,
    """
    Two names differ only in case or underscores.

    With `timeZone` and `timezone`, or an enum `status` and a model `Status`, readers mistake one for the other, and
    so do case-insensitive file systems and databases.
    """,
    example: """
      model Trip {
        id: UUID = uuid() @primaryKey
        timeZone: String
        timezone: String
      }
      """,
    fix: """
      model Trip {
        id: UUID = uuid() @primaryKey
        startTimeZone: String
        endTimeZone: String
      }
      """,
    check: .schema { context, findings in
      var seen: [NameKey: DeclaredName] = [:]
      for name in context.names {
        let key = NameKey(owner: owner(of: name), name: name.words.joined())
        guard let first = seen[key] else {
          seen[key] = name
          continue
        }
        // A collision in the database is an error of the language.
        guard first.text != name.text, !collides(first, name, context) else { continue }
        findings.report(
          "'\(name.text)' differs from '\(first.text)' only in case or underscores", at: name.range,
          help: "rename one of them", related: [.init(first.range, "'\(first.text)' is here")])
      }
    })
}

private struct NameKey: Hashable {
  enum Owner: Hashable {
    case schema
    case fields(DeclaredField.Owner)
    case cases(Int)
  }

  var owner: Owner
  var name: String
}

private func owner(of name: DeclaredName) -> NameKey.Owner {
  if let owner = name.field?.owner { return .fields(owner) }
  if case .enumCase(let index, _) = name.declaration { return .cases(index) }
  return .schema
}

private func collides(_ first: DeclaredName, _ second: DeclaredName, _ context: LintContext) -> Bool {
  if let left = first.field, let right = second.field {
    return left.hasColumn && right.hasColumn
      && left.field.columnName.lowercased() == right.field.columnName.lowercased()
  }
  guard case .model(let left) = first.declaration, case .model(let right) = second.declaration else { return false }
  return context.schema.models[left].table.lowercased() == context.schema.models[right].table.lowercased()
}
