/// Builds a list of assignments, one on each line; see ``Store/update(_:_:)``.
@resultBuilder
public enum AssignmentBuilder {
  /// One assignment.
  public static func buildExpression(_ assignment: Assignment) -> [Assignment] { [assignment] }

  /// A column without a new value isn't an assignment.
  @available(*, unavailable, message: "add the new value: '.set(…)'")
  public static func buildExpression<Value>(_ column: Column<Value>) -> [Assignment] { [] }

  /// All assignments of a closure.
  public static func buildBlock(_ parts: [Assignment]...) -> [Assignment] { parts.flatMap(\.self) }

  /// The assignments of an `if`.
  public static func buildOptional(_ part: [Assignment]?) -> [Assignment] { part ?? [] }

  /// The assignments of an `if` that has an `else`.
  public static func buildEither(first part: [Assignment]) -> [Assignment] { part }

  /// The assignments of an `else`.
  public static func buildEither(second part: [Assignment]) -> [Assignment] { part }

  /// The assignments of a `for`.
  public static func buildArray(_ parts: [[Assignment]]) -> [Assignment] { parts.flatMap(\.self) }
}
