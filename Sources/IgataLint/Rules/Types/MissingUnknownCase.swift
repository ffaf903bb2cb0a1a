import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let missingUnknownCase = LintRule(
    "missing-unknown-case", .types, .strictOnly,
    """
    An enum has no case for unknown values.

    A row that was written by a newer version or another program can't be read if its value has no case. A case that
    is marked `@unknown` represents such values.
    """,
    example: """
      enum State {
        case open
        case closed
      }

      model Ticket {
        id: UUID = uuid() @primaryKey
        state: State = .open
      }
      """,
    fix: """
      enum State {
        case open
        case closed
        case other @unknown
      }

      model Ticket {
        id: UUID = uuid() @primaryKey
        state: State = .open
      }
      """,
    houseStyle: HouseStyle("enums have no case for unknown values", help: "add one with '@unknown'"),
    check: .enums { item, context, findings in
      guard !item.type.cases.contains(where: \.isUnknown), !context.declared.usesOfEnums[item.index].isEmpty else {
        return
      }
      findings.report(
        "enum '\(item.name)' has no case for unknown values", at: item.range,
        help: "add 'case unknown @unknown'", fixes: fixes(item))
    })
}

private func fixes(_ item: DeclaredEnum) -> [Diagnostic.Fix] {
  guard let last = item.syntax.cases.last, !item.type.cases.contains(where: { $0.name.lowercased() == "unknown" })
  else { return [] }
  let text = "\n  case unknown @unknown"
  return [.init(title: "add a case 'unknown'", range: last.range.endPoint, replacement: text, isSafe: false)]
}
