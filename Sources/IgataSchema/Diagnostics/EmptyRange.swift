public import IgataDiagnostics

extension DiagnosticKind {
  public static let emptyRange = DiagnosticKind(
    "empty-range",
    """
    No value is within the bounds.

    The lower bound comes first. The upper bound is included with `...` and excluded with `..<`.
    """,
    example: "type Stars = Int16 @range(5...1)",
    fix: "type Stars = Int16 @range(1...5)")
}

extension Diagnostic {
  static func emptyRange(at range: SourceRange, excludesMaximum: Bool, swapped: [Fix]? = nil) -> Diagnostic {
    let help = excludesMaximum ? "'..<' excludes the upper bound; write '...'" : "write the lower bound first"
    return Diagnostic(.emptyRange, "no value is in this range", at: range, help: help, fixes: swapped ?? [])
  }
}
