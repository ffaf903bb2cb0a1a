public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let limitExceeded = DiagnosticKind(
    "limit-exceeded",
    """
    A declaration exceeds a limit of the language.

    The limits are higher than real schemas need, and low enough not to exhaust a database or the memory: structs can
    be nested 16 levels deep, a table can have 1,600 columns, and a key 16 columns through 16 relations.
    """,
    example: """
      model A {
        x: Int
        y: Int
        primaryKey(x, y)
      }

      model B {
        x: A
        y: A
        primaryKey(x, y)
      }

      model C {
        x: B
        y: B
        primaryKey(x, y)
      }

      model D {
        x: C
        y: C
        primaryKey(x, y)
      }

      model E {
        x: D
        y: D
        primaryKey(x, y)
      }
      """,
    fix: """
      model A {
        x: Int
        y: Int
        primaryKey(x, y)
      }

      model B {
        id: UUID = uuid() @primaryKey
        x: A
        y: A
        unique(x, y)
      }
      """)
}

extension Diagnostic {
  static func deepStruct(at range: SourceRange) -> Diagnostic {
    limitExceeded("structs are nested too deep", "at most \(structDepthLimit) levels", at: range)
  }

  static func tooManyColumns(_ title: String, at range: SourceRange) -> Diagnostic {
    limitExceeded("\(title) has too many columns", "a table has at most \(columnLimit)", at: range)
  }

  static func oversizedKey(_ title: String, at range: SourceRange) -> Diagnostic {
    let help = "a key has at most \(keyColumnLimit) columns, through \(keyDepthLimit) relations"
    return limitExceeded("the key of \(title) is too large", help, at: range)
  }

  private static func limitExceeded(_ message: String, _ help: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.limitExceeded, message, at: range, help: help)
  }
}

/// The maximum nesting depth of structs.
let structDepthLimit = 16
/// The maximum number of columns of a table: PostgreSQL's limit, which is lower than SQLite's.
let columnLimit = 1_600
/// The maximum number of columns of a key, which every engine can index.
let keyColumnLimit = 16
/// The maximum number of relations that a key can go through.
let keyDepthLimit = 16
