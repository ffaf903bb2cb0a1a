/// The only stored property of ``Column``, ``ToOne`` and ``RelatedColumns``, so that all of them have the same layout,
/// and a tuple of them can be filled knowing only their number.
struct ColumnReference: Hashable, Sendable {
  private let origin: Origin
  /// The number of the column, or of the relation, in its table.
  let number: Int

  private final class Origin: Sendable {
    let path: RelationPath
    /// The expression and its depth; `nil` for a column or a relation.
    let computed: (expression: QueryExpression, depth: Int)?
    /// The table that the path leads to; `nil` if it is unknown.
    let table: TableDescription?

    init(
      _ path: RelationPath, _ computed: (expression: QueryExpression, depth: Int)? = nil, table: TableDescription? = nil
    ) {
      self.path = path
      self.computed = computed
      self.table = table
    }
  }

  private init(_ origin: Origin, _ number: Int) {
    self.origin = origin
    self.number = number
  }

  /// The column or the relation with a number in the table that the path leads to.
  init(_ path: RelationPath, _ number: Int, of table: TableDescription? = nil) {
    self.init(Origin(path, table: table), number)
  }

  init(_ expression: QueryExpression, depth: Int) {
    self.init(Origin(RelationPath(), (expression, depth)), 0)
  }

  /// Another column or relation of the same table.
  func beside(_ number: Int) -> ColumnReference { ColumnReference(origin, number) }

  var path: RelationPath { origin.path }
  var table: TableDescription? { origin.table }
  var expression: QueryExpression { origin.computed?.expression ?? .column(origin.path, number) }
  var depth: Int { origin.computed?.depth ?? 0 }

  static func == (left: ColumnReference, right: ColumnReference) -> Bool {
    left.number == right.number
      && (left.origin === right.origin || left.depth == right.depth && left.expression == right.expression)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(expression) }
}
