/// A type whose values are the rows of a table. Each ``PersistableModel`` is one.
public protocol TableModel: Sendable {
  /// The description of the model for backends: its table, columns, keys and relations.
  static var table: TableDescription { get }
}
