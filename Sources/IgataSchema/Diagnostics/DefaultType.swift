public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  /// A default is not of the field's type.
  ///
  /// Literals have the types they have in Swift: `1.0` is no `Int`, `"a"` no enum. `nil` is for optional fields,
  /// `uuid()` and `uuid7()` for a `UUID`, `now()` for a `Date`, `.case` for an enum, `Target()` for a struct or a
  /// relation to a model.
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
    Diagnostic(.defaultType, "a default of another type than \(expected)", at: range, help: help)
  }

  /// A default that says in another way what the language can say too.
  static func defaultType(at range: SourceRange, expected: String, meant: String) -> Diagnostic {
    let words = meant.utf8.first == UInt8(ascii: "\"") ? "write \(meant)" : "write '\(meant)'"
    return Diagnostic(
      .defaultType, "a default of another type than \(expected)", at: range, help: words,
      fixes: [Fix(title: words, range: range, replacement: meant, isSafe: true)])
  }

  static func nilDefault(at range: SourceRange, expected: String, type: SourceRange?) -> Diagnostic {
    Diagnostic(
      .defaultType, "'nil' is no default of \(expected)", at: range,
      help: "make the type optional, or leave the default out", fixes: makeOptional(type))
  }

  static func defaultWithoutDot(_ name: NameSyntax, expected: String) -> Diagnostic {
    let start = SourceRange(file: name.range.file, start: name.range.start, end: name.range.start)
    let fix = Fix(title: "write '.\(name.text)'", range: start, replacement: ".", isSafe: true)
    return Diagnostic(
      .defaultType, "a default of another type than \(expected)", at: name.range,
      help: "did you mean '.\(name.text)'?", fixes: [fix])
  }
}
