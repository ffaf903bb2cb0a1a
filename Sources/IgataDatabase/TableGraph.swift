@_spi(Backend) internal import IgataRuntime
internal import IgataTables
import Synchronization

/// The tables of a schema while they are created. Their relations may form cycles.
final class TableGraph: Sendable {
  private let tables = Mutex<[TableDescription]>([])

  var all: [TableDescription] { tables.withLock { $0 } }

  func add(_ table: TableDescription) { tables.withLock { $0.append(table) } }

  func table(_ index: Int) -> TableDescription {
    tables.withLock { $0.indices.contains(index) ? $0[index] : Self.none }
  }

  /// The target of a relation before all tables are added, when it is not used.
  private static let none = TableDescription("")
}

extension TableDescription {
  /// The tables of a schema as the runtime describes them, including the join tables of ordered relations.
  static func tables(_ described: [ModelTable]) -> [TableDescription] {
    let graph = TableGraph()
    for table in described {
      let targets = table.targets.map { target in { @Sendable in graph.table(target) } }
      graph.add(TableDescription(table.table, relations: targets))
    }
    return graph.all.flatMap { table in [table] + table.relations.indices.compactMap { table.joinTable($0) } }
  }
}
