import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let namesAlike = LintRule(
    "names-alike", .names, .normal,
    page: """
      Two names differ only in case or underscores.

      With `timeZone` and `timezone`, or an enum `status` and a model `Status`, readers mistake one for the other, and
      so do case-insensitive file systems and databases.

      ## Example

      ```igata
      model Trip {
        id: UUID = uuid() @primaryKey
        timeZone: String
        timezone: String
      }
      ```

      ## Fix

      ```igata
      model Trip {
        id: UUID = uuid() @primaryKey
        startTimeZone: String
        endTimeZone: String
      }
      ```
      """,
    check: .schema(checkNamesAlike))
}

private func checkNamesAlike(_ context: LintContext, _ findings: inout Findings) {
  var seen: [NameKey: LintName] = [:]
  for name in context.names {
    let key = NameKey(owner: owner(of: name, context), name: name.words.joined())
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
}

private struct NameKey: Hashable {
  enum Owner: Hashable {
    case schema
    case fields(LintField.Owner)
    case cases(Int)
  }

  var owner: Owner
  var name: String
}

private func owner(of name: LintName, _ context: LintContext) -> NameKey.Owner {
  switch name.role {
  case .model, .structure, .enumeration, .newtype: .schema
  case .field(let index): .fields(context.fields[index].owner)
  case .enumCase(let index, _): .cases(index)
  }
}

private func collides(_ first: LintName, _ second: LintName, _ context: LintContext) -> Bool {
  switch (first.role, second.role) {
  case (.model(let left), .model(let right)):
    context.schema.models[left].table.lowercased() == context.schema.models[right].table.lowercased()
  case (.field(let left), .field(let right)):
    context.fields[left].hasColumn && context.fields[right].hasColumn
      && context.fields[left].field.columnName.lowercased() == context.fields[right].field.columnName.lowercased()
  default: false
  }
}
