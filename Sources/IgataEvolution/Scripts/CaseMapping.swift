import IgataSchema
import IgataTables

/// The raw values of an enum's cases as literals: what becomes of each.
struct CaseMapping {
  /// The arms of a `CASE` for the raw values that change.
  private(set) var arms: [String] = []
  /// The raw values of cases that stay.
  private(set) var known: [String] = []
  /// The raw values of cases that are gone.
  private(set) var gone: [String] = []
  /// Whether there can be raw values without a case, which the new enum doesn't take.
  let refusesUnknown: Bool

  /// - Parameters:
  ///   - old: The type of the old column, or a list of it.
  ///   - new: The type of the new column, or a list of it.
  /// - Returns: `nil` if one of them is no enum.
  init?(_ match: EnumMatch, _ old: ColumnType, _ new: ColumnType, _ dialect: some SQLDialect) {
    guard let before = old.rawValues, let after = new.rawValues else { return nil }
    let (old, new) = (old.element, new.element)
    refusesUnknown = old.isOpenEnum && !new.isOpenEnum
    for (index, target) in match.cases.enumerated() where before.indices.contains(index) {
      guard let text = dialect.literal(before[index], of: old) else { continue }
      guard let target, after.indices.contains(target) else {
        gone.append(text)
        continue
      }
      known.append(text)
      if after[target] != before[index], let new = dialect.literal(after[target], of: new) {
        arms.append("WHEN \(text) THEN \(new)")
      }
    }
  }

  /// The new raw value for an old one.
  func mapped(_ value: String) -> String { "CASE \(value) \(arms.joined(separator: " ")) ELSE \(value) END" }
}
