import IgataTables

/// The tables of both schemas, beside the declarations that are the same ones.
struct MatchedTables: Sendable {
  let match: SchemaMatch
  /// The tables of the old schema, in the order of its models.
  let old: [ModelTable]
  /// The tables of the new schema.
  let new: [ModelTable]
  /// The models of which a script leaves out the tables.
  private(set) var unchanged = UnchangedModels()
  /// Whether the new schema has any backfill.
  let hasBackfills: Bool

  init(_ match: SchemaMatch) {
    self.match = match
    old = match.old.tables
    new = match.new.tables
    hasBackfills = match.new.hasBackfills
    unchanged = UnchangedModels(self)
  }

  /// Whether rows get values from rows of other tables.
  var movesValues: Bool {
    if !match.valueMoves.isEmpty { return true }
    return match.models.contains { pair in
      let (before, after) = (match.old.models[pair.old], match.new.models[pair.new])
      return !unchanged.new[pair.new]
        && pair.fields.contains { field in
          switch (before.fields[field.old].kind, after.fields[field.new].kind) {
          case (.toOne, .ordered), (.ordered, .toOne): true
          case (.toOne(let old, _, _), .toOne(let new, _, _)): match.newModels[old] != new
          default: false
          }
        }
    }
  }
}
