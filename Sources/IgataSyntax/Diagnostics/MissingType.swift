public import IgataDiagnostics

extension DiagnosticKind {
  public static let missingType = DiagnosticKind(
    "missing-type",
    """
    A type is missing.

    Every field has a type annotation, even if it has a default.
    """,
    example: """
      struct Place {
        city = "Oslo"
      }
      """,
    fix: .replacing("city", with: "city: String"))
}

extension Diagnostic {
  static func missingType(_ message: String, at range: SourceRange, help: String? = nil) -> Diagnostic {
    Diagnostic(.missingType, message, at: range, help: help)
  }

  /// - Parameter literal: The kind of the default's literal, from which the type is inferred, or `nil` if there is no
  ///   default.
  static func missingType(ofField name: String, at range: SourceRange, default literal: Token.Kind?) -> Diagnostic {
    var diagnostic = Diagnostic(.missingType, "field '\(name)' has no type", at: range)
    let type: String? =
      switch literal {
      case .string, .multilineString: "String"
      case .integer: "Int"
      case .decimal: "Decimal"
      default: nil
      }
    guard let type else { return diagnostic }
    let end = SourceRange(file: range.file, start: range.end, end: range.end)
    diagnostic.help = "write '\(name): \(type) = …'"
    diagnostic.fixes = [Fix(title: "make it ': \(type)'", range: end, replacement: ": \(type)", isSafe: false)]
    return diagnostic
  }
}
