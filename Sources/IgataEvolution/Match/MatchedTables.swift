import IgataTables

/// The tables of both schemas, beside the declarations that are the same ones.
struct MatchedTables: Sendable {
  let match: SchemaMatch
  /// The tables of the old schema, in the order of its models.
  let old: [ModelTable]
  /// The tables of the new schema.
  let new: [ModelTable]

  init(_ match: SchemaMatch) {
    self.match = match
    old = match.old.tables
    new = match.new.tables
  }
}
