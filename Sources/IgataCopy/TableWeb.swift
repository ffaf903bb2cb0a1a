@_spi(Backend) internal import IgataRuntime
import Synchronization

/// Tables that lead to each other, while they are made.
final class TableWeb: Sendable {
  private let tables = Mutex<[TableDescription]>([])

  var all: [TableDescription] { tables.withLock { $0 } }

  func add(_ table: TableDescription) { tables.withLock { $0.append(table) } }

  func table(_ index: Int) -> TableDescription {
    tables.withLock { $0.indices.contains(index) ? $0[index] : Self.none }
  }

  /// What a relation leads to before the tables are all there, when nobody asks.
  private static let none = TableDescription("")
}
