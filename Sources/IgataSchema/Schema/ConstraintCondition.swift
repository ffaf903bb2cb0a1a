public import IgataDiagnostics
public import IgataTables

/// The rows to which a constraint or an index applies.
public enum ConstraintCondition: Hashable, Sendable {
  /// `where: sql("…")`: a condition as SQL.
  case sql(String)
  /// `where: deletedAt == nil`
  case checked(CheckedCondition)
}

/// A condition on a model's own fields, whose names and types are known.
public struct CheckedCondition: Hashable, Sendable {
  /// The condition on the columns of the table.
  public var rows: RowCondition
  /// The condition in the schema language, in canonical form.
  public var text: String
}

/// `check(endsAt > startsAt)`: a condition that every row satisfies.
public struct RowCheck: Hashable, Sendable {
  /// The SQL name: the one in the schema, or `<table>_<columns>_check`.
  public var name: String
  public var condition: CheckedCondition
  /// The range of the member.
  public var range: SourceRange
}

extension ConstraintCondition {
  /// The condition for the text of a table.
  var indexCondition: IndexCondition {
    switch self {
    case .sql(let sql): .sql(sql)
    case .checked(let condition): .checked(condition.rows)
    }
  }
}
