/// A model whose rows are recorded individually, independent of its type.
protocol WatchedModel: Sendable {
  var table: TableDescription { get }
  /// The tables of its lists.
  var joinTables: [TableDescription] { get }
  /// The record of deleted rows.
  func deleted(_ keys: [[StoredValue]]) -> any RowRecord
  /// The record of rows that a delete rule changed, as they are now.
  func updated(
    _ keys: [[StoredValue]], _ identity: StoreIdentity, _ session: any BackendSession
  ) async throws(StoreError) -> any RowRecord
}
