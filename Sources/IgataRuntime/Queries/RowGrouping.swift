/// How rows are grouped, and which of the groups are selected.
struct RowGrouping: Sendable, Hashable {
  /// The expressions by which rows are grouped.
  let keys: [QueryExpression]
  /// The condition that selects the groups; `nil` for all groups.
  var condition: Condition?
  /// What to sort by, before the keys.
  var orderings: [Ordering] = []
  /// The maximum number of groups.
  var limit: Int?
  /// How many groups are skipped before those that are counted.
  var offset = 0
}
