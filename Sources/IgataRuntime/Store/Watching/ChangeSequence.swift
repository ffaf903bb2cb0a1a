internal import Synchronization

extension Store {
  /// The rows that are inserted, updated and deleted in the table of a model from now on: one ``ChangeSet`` for each
  /// transaction that changed a row, after its commit, in the order of the commits.
  ///
  /// ```swift
  /// for await set in store.changes(of: Account.self) {
  ///   switch set {
  ///   case .committed(let changes): index.apply(changes)
  ///   case .unknown: try await index.rebuild(store)
  ///   }
  /// }
  /// ```
  ///
  /// Changes are recorded from this call on, not only after the first is requested. A row counts as changed if its own
  /// columns or its ordered lists were written, even with the same values, and if a delete rule deleted or changed it.
  /// It doesn't count as changed if a model that it refers to changed, or if SQL was sent without the store.
  ///
  /// A slow observer delays no writer: up to 100,000 changes are buffered for it, or one transaction of any size. If
  /// there are more, all of them are replaced by ``UnknownChanges/fellBehind``. While a model is observed, a `save`
  /// first queries which of its rows exist, and a deletion which other rows it deletes.
  ///
  /// The sequence ends when its task is canceled or the store is closed. One task may iterate over it; a second
  /// iterator starts anew.
  public func changes<Model: PersistableModel>(of model: Model.Type) -> ChangeSequence<Model> {
    ChangeSequence(backend)
  }
}

/// The changes of a model; see ``Store/changes(of:)``.
public struct ChangeSequence<Model: PersistableModel>: AsyncSequence, Sendable {
  /// The changes of one transaction.
  public typealias Element = ChangeSet<Model>
  /// The sequence doesn't throw.
  public typealias Failure = Never

  private let backend: any Backend
  /// Collects changes until there is an iterator, which takes it over.
  private let first: FirstListener<Model>

  init(_ backend: any Backend) {
    self.backend = backend
    first = FirstListener(ChangeListener(backend))
  }

  /// Makes an iterator. The first one returns all changes since the sequence was made.
  public func makeAsyncIterator() -> Iterator { Iterator(listener: first.take() ?? ChangeListener(backend)) }

  /// Iterates over the changes as they are committed.
  public struct Iterator: AsyncIteratorProtocol {
    private var listener: ChangeListener<Model>?

    init(listener: ChangeListener<Model>) { self.listener = listener }

    /// The next change set, as soon as there is one; `nil` once the task is canceled.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> ChangeSet<Model>? {
      let next = await listener?.next()
      if next == nil { listener = nil }
      return next
    }
  }
}

/// An inbox that the hub fills until it is released.
final class ChangeListener<Model: PersistableModel>: Sendable {
  private let inbox: ChangeInbox<Model>
  private let subscription: Subscription
  /// Started immediately, so that no change by others is missed.
  private let outside: Task<Void, Never>
  private let backend: any Backend

  init(_ backend: any Backend) {
    self.backend = backend
    let hub = backend.identity.hub
    inbox = ChangeInbox(in: backend.sessionScope)
    subscription = hub.subscribe(inbox)
    outside = Task.detached { await hub.watchOutside(backend) }
  }

  func next() async -> ChangeSet<Model>? { await inbox.next() }
}

private final class FirstListener<Model: PersistableModel>: Sendable {
  private let listener: Mutex<ChangeListener<Model>?>

  init(_ listener: ChangeListener<Model>) { self.listener = Mutex(listener) }

  func take() -> ChangeListener<Model>? {
    listener.withLock { listener in
      defer { listener = nil }
      return listener
    }
  }
}
