/// How a change is carried out in each dialect.
public struct ChangePlan: Hashable, Sendable {
  public var sqlite: SQLiteStep
  public var postgresql: PostgreSQLStep

  init(_ sqlite: SQLiteStep, _ postgresql: PostgreSQLStep) {
    self.sqlite = sqlite
    self.postgresql = postgresql
  }

  static let none = ChangePlan(.none, .none)
  static let alter = ChangePlan(.alter, .alter)
  /// Values that are different for each row.
  static let computed = ChangePlan(.rebuild, .update)
  /// The statements that add or drop a rule that rows have to satisfy.
  static let rule = ChangePlan(.rebuild, .validate)
}

/// The most expensive step of a change in SQLite.
public enum SQLiteStep: String, Hashable, Sendable {
  case none
  /// `CREATE TABLE`
  case create
  /// `DROP TABLE`
  case drop
  /// `ALTER TABLE`, which touches no row.
  case alter
  /// `ALTER TABLE`, which reads or writes each row.
  case alterRows = "alter each row"
  /// `CREATE INDEX` or `DROP INDEX`.
  case index
  /// The table is made again, and its rows are copied: once for all changes of a version.
  case rebuild
}

/// The most expensive step of a change in PostgreSQL, in one transaction for a version.
public enum PostgreSQLStep: String, Hashable, Sendable {
  case none
  /// `CREATE TABLE`
  case create
  /// `DROP TABLE`
  case drop
  /// `ALTER TABLE`, which touches no row.
  case alter
  /// A constraint that is checked for each row.
  case validate
  /// `UPDATE` of the rows that need another value.
  case update
  /// `ALTER COLUMN … TYPE`, or `ADD COLUMN` with another value for each row, which rewrite the table.
  case rewrite
  /// `CREATE INDEX CONCURRENTLY` or `DROP INDEX`, after the version.
  case index
  /// `alter_distributed_table`, by an operator.
  case distribute
}

extension ChangeKind {
  /// The steps that a change of this kind needs if nothing else about it is known.
  var plan: ChangePlan {
    switch self {
    case .modelAdded: ChangePlan(.create, .create)
    case .modelRemoved: ChangePlan(.drop, .drop)
    case .tableRenamed, .columnRenamed, .joinTableRenamed, .fieldAdded: ChangePlan(.alter, .alter)
    case .fieldRemoved: ChangePlan(.alterRows, .alter)
    case .fieldMoved, .casesMerged, .caseRemoved, .rawValueChanged, .becameRequired: ChangePlan(.rebuild, .update)
    case .becameOptional, .deleteRuleChanged, .updateRuleChanged, .foreignKeyRemoved, .generatedKeyChanged,
      .checkRemoved, .constraintRenamed:
      ChangePlan(.rebuild, .alter)
    case .boundsTightened: ChangePlan(.rebuild, .update)
    case .boundsLoosened, .caseAdded, .checkAdded, .foreignKeyAdded, .targetChanged: .rule
    case .typeChanged, .typeWidened, .keyChanged: ChangePlan(.rebuild, .rewrite)
    case .uniqueAdded, .uniqueRemoved, .indexAdded, .indexRemoved: ChangePlan(.index, .index)
    case .relationBecameList, .listBecameRelation, .structBecameModel, .modelBecameStruct, .positionsAdded,
      .positionsRemoved:
      ChangePlan(.rebuild, .update)
    case .defaultChanged: ChangePlan(.none, .alter)
    case .distributionChanged: ChangePlan(.none, .distribute)
    case .modelRenamed, .fieldRenamed, .caseRenamed, .typeRenamed, .patternChanged, .elementBoundsChanged,
      .valuesGuarded, .inverseAdded, .inverseRemoved, .constancyChanged, .orderChanged, .sensitivityChanged,
      .automaticValueChanged, .documentationChanged:
      .none
    }
  }
}
