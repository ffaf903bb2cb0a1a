@_spi(Backend) public import IgataRuntime

/// An operation that a ``RoutedBackend`` can send to a backend of its own.
public enum RoutedOperation: Hashable, Sendable, CaseIterable {
  /// Reading: fetches, finds, first pages, streams.
  case load
  /// Loading more: a page after the first one; see ``/IgataRuntime/Store/page(_:size:after:)``.
  case more
  /// Counts, sums and other aggregates.
  case aggregate
  /// Inserting and updating.
  case save
  /// Deleting.
  case delete

  var writes: Bool { self == .save || self == .delete }
}

/// Assigns a model, or some operations on it, to a backend.
public struct Route: Sendable {
  let table: TableDescription
  /// The tables of the model's ordered relations, which use the same backend.
  let joins: [TableDescription]
  let operations: Set<RoutedOperation>
  let backend: any Backend

  /// Sends all operations on a model, or only those that are listed, to a backend.
  public init<Model: PersistableModel>(
    _ model: Model.Type, _ operations: Set<RoutedOperation> = Set(RoutedOperation.allCases), to backend: any Backend
  ) {
    table = Model.table
    joins = table.relations.indices.compactMap { Model.table.joinTable($0, owner: Model.self) }
    self.operations = operations
    self.backend = backend
  }
}

/// The routes of all tables, as numbers of backends.
struct RouteTable: Sendable {
  let backends: [any Backend]
  /// By the tables' names.
  private var numbers: [String: [RoutedOperation: Int]] = [:]

  init(_ first: any Backend, _ routes: [Route]) {
    var backends = [first]
    for route in routes {
      let identity = route.backend.identity
      let number = backends.firstIndex { $0.identity == identity } ?? backends.count
      if number == backends.count { backends.append(route.backend) }
      for table in [route.table] + route.joins {
        for operation in route.operations { numbers[table.name, default: [:]][operation] = number }
      }
    }
    self.backends = backends
  }

  /// The number of the backend for an operation on a table; the first backend if there is no route.
  func number(_ operation: RoutedOperation, _ table: String) -> Int { numbers[table]?[operation] ?? 0 }

  /// Whether the backend is used for the table at all.
  func uses(_ table: String, _ number: Int) -> Bool {
    RoutedOperation.allCases.contains { self.number($0, table) == number }
  }

  /// Throws if a query uses tables of another backend.
  func check(_ query: RowQuery, _ operation: RoutedOperation, _ tables: Set<String>) throws(StoreError) {
    let number = number(operation, query.table.name)
    for table in tables.sorted() where self.number(operation.writes ? .load : operation, table) != number {
      // The rows to update or delete are selected by the backend that does it.
      if operation.writes, self.number(operation, table) == number { continue }
      throw .unsupportedQuery(
        expression: query.table.model,
        reason: "its conditions or its order use the table '\(table)', which another backend serves: "
          + "route both to one backend, or use two queries")
    }
  }

  /// The tables that each backend needs: those that it is used for, and those that they refer to.
  func prepared(_ tables: [TableDescription]) throws(StoreError) -> [[TableDescription]] {
    var known: [String: TableDescription] = [:]
    for table in tables { known[table.name] = table }
    for table in tables { try checkRelations(of: table) }
    return backends.indices.map { number in
      var needed: Set<String> = []
      for table in tables where uses(table.name, number) { needed.formUnion(table.tablesAlongRelations.map(\.name)) }
      return tables.filter { needed.contains($0.name) }
    }
  }

  /// A row and those that it refers to are saved in one transaction, and no transaction spans two backends.
  private func checkRelations(of table: TableDescription) throws(StoreError) {
    for relation in table.relations where !relation.columns.isEmpty {
      let target = relation.targetTable()
      for operation in [RoutedOperation.save, .delete]
      where number(operation, table.name) != number(operation, target.name) {
        throw .schemaMismatch(
          table: table.name, column: relation.columns.first.map { table.columns[$0].name },
          problem: "refers to '\(target.name)', which is saved by another backend",
          help:
            "route the saving and deleting of \(table.model) and \(target.model) to one backend, or keep the key in "
            + "a plain field")
      }
    }
  }
}
