public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let defaultType = DiagnosticKind(
    "default-type",
    """
    A default, or the value of `@backfill`, doesn't have the field's type.

    Literals have the same types as in Swift: `1.0` isn't an `Int`, and `"a"` isn't a case of an enum. Use `nil` for
    an optional field, `uuid()` or `uuid7()` for a `UUID`, `now()` for a `Date`, `.case` for an enum, and `Target()`
    for a struct or a relation to a model. The backfill of a relation is the key of a row of its target, and that of a
    `UUID` can be its text.
    """,
    example: """
      model Account {
        id: UUID = uuid() @primaryKey
        count: Int = "none"
      }
      """,
    fix: .replacing(#""none""#, with: "0"))
}

extension Diagnostic {
  static func defaultType(
    at range: SourceRange, expected: String, help: String?, _ role: ValueRole = .initial
  ) -> Diagnostic {
    Diagnostic(.defaultType, "the \(role.rawValue) has the wrong type: expected \(expected)", at: range, help: help)
  }

  /// A default that has an equivalent in the schema language.
  static func defaultType(
    at range: SourceRange, expected: String, meant: String, _ role: ValueRole = .initial
  ) -> Diagnostic {
    let words = meant.utf8.first == UInt8(ascii: "\"") ? "write \(meant)" : "write '\(meant)'"
    return Diagnostic(
      .defaultType, "the \(role.rawValue) has the wrong type: expected \(expected)", at: range, help: words,
      fixes: [Fix(title: words, range: range, replacement: meant, isSafe: true)])
  }

  static func nilDefault(
    at range: SourceRange, expected: String, type: SourceRange?, _ role: ValueRole = .initial
  ) -> Diagnostic {
    Diagnostic(
      .defaultType, "'nil' has the wrong type: expected \(expected)", at: range,
      help: "make the type optional, or \(role == .initial ? "remove the default" : "write another value")",
      fixes: makeOptional(type))
  }

  static func defaultWithoutDot(_ name: NameSyntax, expected: String, _ role: ValueRole) -> Diagnostic {
    let start = SourceRange(file: name.range.file, start: name.range.start, end: name.range.start)
    let fix = Fix(title: "write '.\(name.text)'", range: start, replacement: ".", isSafe: true)
    return Diagnostic(
      .defaultType, "the \(role.rawValue) has the wrong type: expected \(expected)", at: name.range,
      help: "did you mean '.\(name.text)'?", fixes: [fix])
  }
}
