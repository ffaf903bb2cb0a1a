import IgataDiagnostics
import IgataSchema

/// What Citus makes of a schema: where each table lies, and which foreign keys it can keep.
struct CitusScope {
  let scope: GenerationScope
  /// Nothing where the schema asks for what can't be, which is reported.
  let placements: [CitusPlacement?]

  var schema: Schema { scope.schema }

  init(_ scope: GenerationScope) {
    self.scope = scope
    placements = scope.schema.citusPlacements
  }

  /// One file for the whole schema, as every foreign key comes behind all tables.
  func outputs(_ sources: [String]) -> [Plan.Output] {
    guard let first = sources.first else { return [] }
    let source = sources.count == 1 ? first : "schema"
    return [
      Plan.Output(
        path: "\(source).citus.sql", template: "citus/file", view: view(sources),
        origin: OutputOrigin(.citus, files: Array(sources.indices)))
    ]
  }

  /// The column that a model's rows are spread by.
  func distributionColumn(of index: Int) -> Int? {
    if case .spread(let column, _)? = placements[index] { column } else { nil }
  }

  /// The columns of the primary key. One that lacks the column by which rows are spread gets it in front.
  func primaryKey(of index: Int) -> [Int] {
    let key = schema.models[index].primaryKey
    guard let column = distributionColumn(of: index), !key.contains(column) else { return key }
    return [column] + key
  }

  // MARK: Foreign keys

  /// A foreign key as Citus takes it, or why it can't.
  enum Link {
    /// Pairs of a column here and one in the target.
    case kept([(column: Int, target: Int)])
    case refused(reason: String, help: String)
  }

  func link(_ key: ForeignKey, of index: Int) -> Link {
    let pairs = zip(key.columns, schema.models[key.target].primaryKey).map { (column: $0, target: $1) }
    let here = schema.models[index].name
    let there = schema.models[key.target].name
    let field = schema.models[index].fields[key.field].name
    switch (placements[index], placements[key.target]) {
    case (nil, _), (_, nil), (.local, .local), (.local, .reference), (.reference, .reference), (.spread, .reference):
      return .kept(pairs)
    case (.reference, .local) where key.deleteRule == .restrict || key.deleteRule == .noAction: return .kept(pairs)
    case (.reference, .local):
      return .refused(
        reason: "what every server holds can't follow a '\(there)', which only one holds, when that is deleted",
        help: "write 'reference' in '\(there)', or '@onDelete(restrict)' here")
    case (.spread, .local):
      return .refused(
        reason: "'\(here)' is spread over the servers and '\(there)' is on one of them",
        help: "write 'reference' in '\(there)', or spread it by the same value")
    case (.local, .spread):
      return .refused(
        reason: "'\(there)' is spread over the servers and '\(here)' is on one of them",
        help: "spread '\(here)' by the same value, if need be with a field for it")
    case (.reference, .spread):
      return .refused(
        reason: "every server holds '\(here)', and none all of '\(there)'",
        help: "spread '\(here)' by the same value as '\(there)'")
    case (.spread(let column, let group), .spread(let target, let other)):
      guard group == other else {
        return .refused(
          reason: "'\(here)' and '\(there)' are spread by different things, so they need not lie together",
          help: "spread both by the same value, or write 'reference' in one of them")
      }
      // What may be missing can't say where its row lies, nor can what leads to the model itself.
      let isPlace = key.target != index && !key.columns.contains { schema.models[index].columns[$0].isNullable }
      let help =
        isPlace
        ? "write 'distribute(by: \(field))'" : "spread '\(there)' by something that both rows have the same value of"
      return link(key, pairs, (column, target), field, help: help)
    }
  }

  /// A foreign key between tables that are spread alike: it holds the columns that both are spread by.
  private func link(
    _ key: ForeignKey, _ pairs: [(column: Int, target: Int)], _ columns: (here: Int, there: Int), _ field: String,
    help: String
  ) -> Link {
    let isHeld = pairs.contains { $0.target == columns.there }
    if isHeld, !pairs.contains(where: { $0 == columns }) {
      return .refused(
        reason: "the '\(field)' of a row need not lie where the row does", help: help)
    }
    if key.deleteRule == .nullify {
      return .refused(
        reason: "Citus can't clear a relation within rows that are spread",
        help: "say '@onDelete(restrict)' or '@onDelete(cascade)'")
    }
    return .kept(isHeld ? pairs : [(columns.here, columns.there)] + pairs)
  }

  /// The column of a join table that its rows are spread by: where its owner lies.
  func distributionColumn(of join: JoinTable, of index: Int) -> String? {
    guard let column = distributionColumn(of: index),
      let place = schema.models[index].primaryKey.firstIndex(of: column), join.ownerColumns.indices.contains(place)
    else { return nil }
    return join.ownerColumns[place]
  }
}
