import IgataSchema

/// A change of the name of a table or of a column.
struct Rename: Hashable {
  var old: String
  var new: String

  /// The renames that do it: none if the name stays. SQLite compares names without regard to case, so a name of which
  /// only the case changes is changed twice.
  var steps: [Rename] {
    if old == new { return [] }
    guard foldedName(old) == foldedName(new) else { return [self] }
    let between = "igata_case_\(new)"
    return [Rename(old: old, new: between), Rename(old: between, new: new)]
  }
}
