@_spi(Backend) internal import IgataRuntime
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
