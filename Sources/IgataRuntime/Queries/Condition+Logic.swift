extension Condition {
  /// Both.
  public static func && (left: Condition, right: Condition) -> Condition { .and(left, right) }
  /// One of them, or both.
  public static func || (left: Condition, right: Condition) -> Condition { .or(left, right) }
  /// The opposite: conditions are true or false, never unknown.
  public static prefix func ! (condition: Condition) -> Condition { .not(condition) }
}
