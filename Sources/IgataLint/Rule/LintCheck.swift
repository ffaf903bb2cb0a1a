/// How a rule looks at a schema: at each thing of a kind alone, or at everything at once.
public enum LintCheck: Sendable {
  /// Each field of each model and struct.
  case fields(@Sendable (LintField, LintContext, inout Findings) -> Void)
  case models(@Sendable (LintModel, LintContext, inout Findings) -> Void)
  case enums(@Sendable (LintEnum, LintContext, inout Findings) -> Void)
  /// Each name that the schema declares: of types, fields and cases.
  case names(@Sendable (LintName, LintContext, inout Findings) -> Void)
  /// Once, for what takes more than one of them. Must take time linear in the size of the schema.
  case schema(@Sendable (LintContext, inout Findings) -> Void)
  /// The engine itself finds it: what is wrong with suppressions.
  case engine
}
