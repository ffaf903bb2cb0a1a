@_spi(Backend) public import IgataRuntime

/// A transaction that was made while a backend could not be reached, and that the backend rejects now.
public struct WriteConflict: Sendable {
  /// The reason: ``/IgataRuntime/StoreError/duplicateKey(model:constraint:fields:)``,
  /// ``/IgataRuntime/StoreError/staleVersion(model:key:)``, ``/IgataRuntime/StoreError/notFound(model:key:)``, or
  /// another error of a write.
  public let error: StoreError
  /// The number of the transaction in the outbox.
  public let number: UInt64
  let operations: [OutboxOperation]

  /// The models that the transaction writes, in order. Their relations only have keys.
  public func written<Model: PersistableModel>(_ model: Model.Type) -> [Model] {
    let rows = operations.filter { $0.table == Model.table.name && $0.kind != .delete }.flatMap { operation in
      (try? operation.rows(in: Model.table)) ?? []
    }
    return ValueRowCursor(rows).read { reader in
      var models: [Model] = []
      Model.collect(&reader, into: &models)
      return models
    }
  }

  /// The keys of the models that the transaction deletes, in order.
  public func deleted<Model: PersistableModel>(_ model: Model.Type) -> [Model.PrimaryKey] {
    let keys = operations.filter { $0.table == Model.table.name && $0.kind == .delete }.flatMap(\.rows)
    return ValueRowCursor(keys).read { reader in
      var ids: [Model.PrimaryKey] = []
      while reader.next() { ids.append(Model.PrimaryKey(row: &reader, at: 0)) }
      return ids
    }
  }
}

extension WriteConflict: ShownByDescription {
  /// The transaction and the error, without the values that were written.
  public var description: String {
    "\(OutboxEntry(sequence: number, operations: operations)) failed: \(error)"
  }
}

/// What happens to a transaction that a backend rejects when it is available again.
public struct ConflictPolicy: Sendable {
  /// The resolution of a ``WriteConflict``.
  public enum Resolution: Hashable, Sendable {
    /// Keep the backend's rows, and discard the transaction.
    case keepTheirs
    /// Overwrite the backend's rows: rows are inserted or updated regardless of existing ones, and versions continue
    /// from those of the backend. If that is rejected too, the replay stops.
    case keepOurs
    /// Stop the replay before the transaction. The second backend stays in use.
    case stop
  }

  /// Chooses the resolution.
  let resolve: @Sendable (WriteConflict) async -> Resolution

  /// Calls a closure for each conflict.
  public init(_ resolve: @escaping @Sendable (WriteConflict) async -> Resolution) { self.resolve = resolve }

  /// Always ``Resolution/keepTheirs``.
  public static let keepTheirs = ConflictPolicy { _ in .keepTheirs }
  /// Always ``Resolution/keepOurs``.
  public static let keepOurs = ConflictPolicy { _ in .keepOurs }
  /// Always ``Resolution/stop``.
  public static let stop = ConflictPolicy { _ in .stop }
}
