public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let requiredInverse = DiagnosticKind(
    "required-inverse",
    """
    The other side of a one-to-one relation isn't optional.

    Whether there is a profile whose `user` is this one depends on the rows of the other table, so that
    `profile: Profile @inverse(user)` can't be guaranteed.
    """,
    example: """
      model User {
        id: UUID = uuid() @primaryKey
        profile: Profile @inverse(user)
      }

      model Profile {
        id: UUID = uuid() @primaryKey
        user: User @unique
      }
      """,
    fix: .replacing("profile: Profile", with: "profile: Profile?"))
}

extension Diagnostic {
  static func requiredInverse(_ field: FieldSyntax, type: String) -> Diagnostic {
    let range = field.type?.range ?? field.name.range
    return Diagnostic(
      .requiredInverse, "there may be no '\(type)' at the other side", at: range, help: "write '\(type)?'",
      fixes: [Fix(title: "make it optional", range: range, replacement: "\(type)?", isSafe: true)])
  }
}
