#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// The key of the row with an unexpected version, which ``SQLFunction/stale`` received.
final class StaleKey {
  private var values: [StoredValue] = []

  func set(_ arguments: UnsafeMutablePointer<OpaquePointer?>?, _ count: Int32) {
    values = (0..<Int(count)).map { StoredValue(argument: arguments?[$0]) }
  }

  /// The key, for messages.
  func text(_ table: TableDescription) -> String {
    table.keyText(zip(values, table.primaryKey).map { $0.typed(table.columns[$1].type) })
  }
}

#endif
