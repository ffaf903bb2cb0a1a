public import IgataDiagnostics
import IgataSyntax
import IgataTables

extension DiagnosticKind {
  public static let unknownType = DiagnosticKind(
    "unknown-type",
    """
    A type is neither built in nor declared in any file of the run.

    All files of a run share one namespace, in any order. If the name is right, the file that declares it may be
    missing from the command line.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
      }

      model Account {
        id: UUID = uuid() @primaryKey
        owner: Persn
      }
      """,
    fix: .replacing("Persn", with: "Person"))
}

extension Diagnostic {
  static func unknownType(
    _ name: NameSyntax, in title: String, purpose: String, nearest: String?
  ) -> Diagnostic {
    // A misspelled built-in type isn't a model to relate to.
    let isBuiltIn = nearest.map { Scalar(named: $0) != nil } ?? false
    let message =
      isBuiltIn ? "there is no type '\(name.text)'" : "\(title) has no type '\(name.text)' \(purpose)"
    let help = nearest == nil ? "declare it in this schema; of a model in another module, store the key" : nil
    return Diagnostic(.unknownType, message, at: name.range, help: help).proposing(nearest, for: name)
  }
}
