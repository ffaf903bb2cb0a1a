/// How a rule checks a schema: each element of a kind separately, or the whole schema at once.
public enum LintCheck: Sendable {
  /// Each field of each model and struct.
  case fields(@Sendable (LintField, LintContext, inout Findings) -> Void)
  case models(@Sendable (LintModel, LintContext, inout Findings) -> Void)
  case enums(@Sendable (LintEnum, LintContext, inout Findings) -> Void)
  /// Each name that the schema declares: of types, fields and cases.
  case names(@Sendable (LintName, LintContext, inout Findings) -> Void)
  /// Once, for checks that need more than one element. Must take linear time in the size of the schema.
  case schema(@Sendable (LintContext, inout Findings) -> Void)
  /// The linter itself reports it: errors in suppressions.
  case engine
}
