public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let sharedInverse = DiagnosticKind(
    "shared-inverse",
    """
    The other side of a relation is one model, but several models can have the relation to one.

    `profile: Profile? @inverse(user)` is the profile whose `user` is this one. There is one at most only if `user` is
    unique in `Profile`. Without `@unique`, the other side is a list.
    """,
    example: """
      model User {
        id: UUID = uuid() @primaryKey
        profile: Profile? @inverse(user)
      }

      model Profile {
        id: UUID = uuid() @primaryKey
        user: User
      }
      """,
    fix: .replacing("user: User", with: "user: User @unique"))
}

extension Diagnostic {
  static func sharedInverse(
    _ field: FieldSyntax, _ back: FieldSyntax, of model: String, in target: String
  ) -> Diagnostic {
    let end = SourceRange(file: back.range.file, start: back.range.end, end: back.range.end)
    var fixes = [
      Fix(title: "add '@unique' to '\(back.name.text)'", range: end, replacement: " @unique", isSafe: false)
    ]
    if let type = field.type?.range {
      fixes.append(Fix(title: "make it a list", range: type, replacement: "[\(target)]", isSafe: false))
    }
    return Diagnostic(
      .sharedInverse, "several models '\(target)' can have the same '\(back.name.text)'",
      at: field.type?.range ?? field.name.range,
      help: "add '@unique' to '\(back.name.text)' of '\(target)', or write '[\(target)]'",
      related: [.init(back.name.range, "'\(back.name.text)' isn't unique")], fixes: fixes)
  }
}
