extension Condition {
  public static func && (left: Condition, right: Condition) -> Condition { .and(left, right) }
  public static func || (left: Condition, right: Condition) -> Condition { .or(left, right) }
  public static prefix func ! (condition: Condition) -> Condition { .not(condition) }
}
