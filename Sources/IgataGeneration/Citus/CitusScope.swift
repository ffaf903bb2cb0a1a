import IgataDiagnostics
import IgataSchema

/// The Citus-specific parts of a schema: the placement of each table, and the foreign keys that Citus supports.
struct CitusScope {
  let scope: GenerationScope
  /// The placement of each model, or `nil` if the schema asks for an impossible one, which is reported.
  let placements: [CitusPlacement?]

  var schema: Schema { scope.schema }

  init(_ scope: GenerationScope) {
    self.scope = scope
    placements = scope.schema.citusPlacements
  }

  /// One file for the whole schema, because all tables are created before the foreign keys.
  func outputs(_ sources: [String]) -> [Plan.Output] {
    guard let first = sources.first else { return [] }
    let source = sources.count == 1 ? first : "schema"
    return [
      Plan.Output(
        path: "\(source).citus.sql", template: "citus/file", view: view(sources),
        origin: OutputOrigin(.citus, files: Array(sources.indices)))
    ]
  }

  /// The distribution column of a model.
  func distributionColumn(of index: Int) -> Int? {
    if case .distributed(let column, _)? = placements[index] { column } else { nil }
  }

  /// The columns of the primary key. If the distribution column isn't one of them, it is added in front.
  func primaryKey(of index: Int) -> [Int] {
    let key = schema.models[index].primaryKey
    guard let column = distributionColumn(of: index), !key.contains(column) else { return key }
    return [column] + key
  }

  // MARK: Foreign keys

  /// A foreign key in the form that Citus supports, or the reason why Citus can't enforce it.
  enum Link {
    /// Pairs of a column in the table and one in the target.
    case kept([(column: Int, target: Int)])
    case refused(reason: String, help: String)
  }

  func link(_ key: ForeignKey, of index: Int) -> Link {
    let pairs = zip(key.columns, key.references).map { (column: $0, target: $1) }
    let here = schema.models[index].name
    let there = schema.models[key.target].name
    let field = schema.models[index].fields[key.field].name
    switch (placements[index], placements[key.target]) {
    case (nil, _), (_, nil), (.local, .local), (.local, .reference), (.reference, .reference),
      (.distributed, .reference):
      return .kept(pairs)
    case (.reference, .local) where key.deleteRule == .restrict || key.deleteRule == .noAction: return .kept(pairs)
    case (.reference, .local):
      return .refused(
        reason: "a reference table can't follow deletions of '\(there)', which only the coordinator stores",
        help: "write 'reference' in '\(there)', or '@onDelete(restrict)' here")
    case (.distributed, .local):
      return .refused(
        reason: "'\(here)' is distributed and '\(there)' is on the coordinator only",
        help: "write 'reference' in '\(there)', or distribute it by the same value")
    case (.local, .distributed):
      return .refused(
        reason: "'\(there)' is distributed and '\(here)' is on the coordinator only",
        help: "distribute '\(here)' by the same value; add a field for it if necessary")
    case (.reference, .distributed):
      return .refused(
        reason: "every server stores all of '\(here)', and none stores all of '\(there)'",
        help: "distribute '\(here)' by the same value as '\(there)'")
    case (.distributed(let column, let group), .distributed(let target, let other)):
      guard group == other else {
        return .refused(
          reason: "'\(here)' and '\(there)' are distributed by different values, so rows may be on different servers",
          help: "distribute both by the same value, or write 'reference' in one of them")
      }
      // A nullable reference doesn't determine a row's location, and neither does a reference to the model itself.
      let determinesServer =
        key.target != index && !key.columns.contains { schema.models[index].columns[$0].isNullable }
      let help =
        determinesServer
        ? "write 'distribute(by: \(field))'" : "distribute '\(there)' by a value that both rows share"
      return link(key, pairs, (column, target), field, help: help)
    }
  }

  /// A foreign key between distributed tables of one group. It contains the distribution columns of both.
  private func link(
    _ key: ForeignKey, _ pairs: [(column: Int, target: Int)], _ columns: (here: Int, there: Int), _ field: String,
    help: String
  ) -> Link {
    let containsDistribution = pairs.contains { $0.target == columns.there }
    if containsDistribution, !pairs.contains(where: { $0 == columns }) {
      return .refused(
        reason: "the '\(field)' of a row may be on another server", help: help)
    }
    if key.deleteRule == .nullify {
      return .refused(
        reason: "Citus can't clear a relation between distributed rows",
        help: "use '@onDelete(restrict)' or '@onDelete(cascade)'")
    }
    return .kept(containsDistribution ? pairs : [(columns.here, columns.there)] + pairs)
  }

  /// The distribution column of a join table, which co-locates its rows with their owner.
  func distributionColumn(of join: JoinTable, of index: Int) -> String? {
    guard let column = distributionColumn(of: index),
      let position = schema.models[index].primaryKey.firstIndex(of: column),
      join.ownerColumns.indices.contains(position)
    else { return nil }
    return join.ownerColumns[position]
  }
}
