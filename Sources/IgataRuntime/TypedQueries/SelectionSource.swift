/// What values are selected from: the rows of a ``Query``, or the groups of a ``GroupedQuery``.
public protocol SelectionSource: Sendable {
  /// What the closure that returns the values receives.
  associatedtype Columns

  /// What the closure that returns the values receives.
  static var selectedColumns: Columns { get }

  /// The rows or groups.
  var selectedRows: SelectedRows { get }
}

/// Rows, or groups of rows, of each of which values are selected.
public struct SelectedRows: Sendable, Hashable {
  /// The rows, or those that are grouped.
  let rows: RowQuery
  /// How the rows are grouped; `nil` if they aren't.
  var grouping: RowGrouping?
}

extension Query: SelectionSource {
  /// The columns and relations of the model.
  public static var selectedColumns: Model.Columns { Model._columns(RelationPath()) }

  /// The rows of the query.
  public var selectedRows: SelectedRows { SelectedRows(rows: rowQuery) }
}

extension GroupedQuery: SelectionSource {
  /// The keys and aggregates of a group.
  public static var selectedColumns: GroupColumns<Model> { GroupColumns() }

  /// The groups.
  public var selectedRows: SelectedRows { SelectedRows(rows: query.rowQuery, grouping: grouping) }
}
