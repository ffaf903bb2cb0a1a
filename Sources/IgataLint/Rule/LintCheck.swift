public import IgataSchema

/// How a rule checks a schema: each element of a kind separately, or the whole schema at once.
public enum LintCheck: Sendable {
  /// Each field of each model and struct.
  case fields(@Sendable (DeclaredField, LintContext, inout Findings) -> Void)
  case models(@Sendable (DeclaredModel, LintContext, inout Findings) -> Void)
  case enums(@Sendable (DeclaredEnum, LintContext, inout Findings) -> Void)
  /// Each name that the schema declares: of types, fields and cases.
  case names(@Sendable (DeclaredName, LintContext, inout Findings) -> Void)
  /// Once, for checks that need more than one element. Must take linear time in the size of the schema.
  case schema(@Sendable (LintContext, inout Findings) -> Void)
  /// The linter itself reports it: errors in suppressions.
  case engine
}
