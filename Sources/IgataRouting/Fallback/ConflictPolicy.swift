@_spi(Backend) public import IgataRuntime

/// A transaction that was made while a backend could not be reached, and that it refuses now.
public struct WriteConflict: Sendable {
  /// Why: ``IgataRuntime/StoreError/duplicateKey(model:constraint:fields:)``,
  /// ``IgataRuntime/StoreError/staleVersion(model:key:)``, ``IgataRuntime/StoreError/notFound(model:key:)`` and what
  /// else a write can end with.
  public let error: StoreError
  /// Counts the transactions of the outbox.
  public let number: UInt64
  let operations: [OutboxOperation]

  /// The models that the transaction writes, in order. Relations are known by their keys.
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

extension WriteConflict: CustomStringConvertible, CustomReflectable {
  /// The transaction and the error, without the values that were written.
  public var description: String {
    "\(OutboxEntry(sequence: number, operations: operations)) failed: \(error)"
  }

  /// What `dump` and debuggers show: no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

/// What becomes of a transaction that a backend refuses when it is back.
public struct ConflictPolicy: Sendable {
  /// An answer to a ``WriteConflict``.
  public enum Resolution: Hashable, Sendable {
    /// What the backend has stays; the transaction is forgotten.
    case keepTheirs
    /// What the transaction has takes its place: rows are inserted or updated whatever is there, and versions count on
    /// from it. Where that is refused too, the replay stops.
    case keepOurs
    /// The replay stops before the transaction, and the second backend goes on serving.
    case stop
  }

  /// Chooses.
  let resolve: @Sendable (WriteConflict) async -> Resolution

  /// Asks for each conflict.
  public init(_ resolve: @escaping @Sendable (WriteConflict) async -> Resolution) { self.resolve = resolve }

  /// Always ``Resolution/keepTheirs``.
  public static let keepTheirs = ConflictPolicy { _ in .keepTheirs }
  /// Always ``Resolution/keepOurs``.
  public static let keepOurs = ConflictPolicy { _ in .keepOurs }
  /// Always ``Resolution/stop``.
  public static let stop = ConflictPolicy { _ in .stop }
}
