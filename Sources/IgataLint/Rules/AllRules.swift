extension LintRule {
  /// Every rule, sorted by id.
  public static let all: [LintRule] = [
    .optionalBool,
    .redundantNil,
    .typeCase,
    .unexplainedAllow,
    .unknownAllow,
    .unusedAllow,
  ]
}
