public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  /// A declaration is larger than the language takes.
  ///
  /// The limits are beyond what people write and below what would exhaust a database or the memory: structs 16 deep,
  /// tables of 1,600 columns, keys of 16 columns that reach through 16 relations.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model A {
  ///   x: Int
  ///   y: Int
  ///   primaryKey(x, y)
  /// }
  ///
  /// model B {
  ///   x: A
  ///   y: A
  ///   primaryKey(x, y)
  /// }
  ///
  /// model C {
  ///   x: B
  ///   y: B
  ///   primaryKey(x, y)
  /// }
  ///
  /// model D {
  ///   x: C
  ///   y: C
  ///   primaryKey(x, y)
  /// }
  ///
  /// model E {
  ///   x: D
  ///   y: D
  ///   primaryKey(x, y)
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model A {
  ///   x: Int
  ///   y: Int
  ///   primaryKey(x, y)
  /// }
  ///
  /// model B {
  ///   id: UUID = uuid() @primaryKey
  ///   x: A
  ///   y: A
  ///   unique(x, y)
  /// }
  /// ```
  public static let limitExceeded = DiagnosticKind("limit-exceeded")
}

extension Diagnostic {
  static func deepStruct(at range: SourceRange) -> Diagnostic {
    limitExceeded("structs stand too deep inside each other", "at most \(structDepthLimit) levels", at: range)
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

/// How many structs may stand inside each other.
let structDepthLimit = 16
/// How many columns a table may have: what PostgreSQL allows, which is less than SQLite does.
let columnLimit = 1_600
/// How many columns a key may have: what every engine can index.
let keyColumnLimit = 16
/// How many relations deep a key may reach.
let keyDepthLimit = 16
