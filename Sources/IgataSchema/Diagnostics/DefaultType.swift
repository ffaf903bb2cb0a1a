public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  /// A default doesn't have the field's type.
  ///
  /// Literals have the same types as in Swift: `1.0` isn't an `Int`, and `"a"` isn't a case of an enum. Use `nil` for
  /// an optional field, `uuid()` or `uuid7()` for a `UUID`, `now()` for a `Date`, `.case` for an enum, and `Target()`
  /// for a struct or a relation to a model.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   count: Int = "none"
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   count: Int = 0
  /// }
  /// ```
  public static let defaultType = DiagnosticKind("default-type")
}

extension Diagnostic {
  static func defaultType(at range: SourceRange, expected: String, help: String?) -> Diagnostic {
    Diagnostic(.defaultType, "the default has the wrong type: expected \(expected)", at: range, help: help)
  }

  /// A default that has an equivalent in the schema language.
  static func defaultType(at range: SourceRange, expected: String, meant: String) -> Diagnostic {
    let words = meant.utf8.first == UInt8(ascii: "\"") ? "write \(meant)" : "write '\(meant)'"
    return Diagnostic(
      .defaultType, "the default has the wrong type: expected \(expected)", at: range, help: words,
      fixes: [Fix(title: words, range: range, replacement: meant, isSafe: true)])
  }

  static func nilDefault(at range: SourceRange, expected: String, type: SourceRange?) -> Diagnostic {
    Diagnostic(
      .defaultType, "'nil' has the wrong type: expected \(expected)", at: range,
      help: "make the type optional, or remove the default", fixes: makeOptional(type))
  }

  static func defaultWithoutDot(_ name: NameSyntax, expected: String) -> Diagnostic {
    let start = SourceRange(file: name.range.file, start: name.range.start, end: name.range.start)
    let fix = Fix(title: "write '.\(name.text)'", range: start, replacement: ".", isSafe: true)
    return Diagnostic(
      .defaultType, "the default has the wrong type: expected \(expected)", at: name.range,
      help: "did you mean '.\(name.text)'?", fixes: [fix])
  }
}
