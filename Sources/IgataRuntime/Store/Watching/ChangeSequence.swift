internal import Synchronization

extension Store {
  /// What is inserted, updated and deleted in the table of a model from now on: a ``ChangeSet`` for each transaction
  /// that changed a row of it, after its commit, in the order of the commits.
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
  /// Changes are heard of from this call on, not only when the first is asked for. A row counts as changed where its own
  /// columns or its ordered lists were written, whether they then differ or not, and where a delete rule took it along
  /// or changed it. It does not where a model changed that it refers to, nor where SQL was sent past the store.
  ///
  /// A slow observer delays no writer: up to 100,000 changes wait for it, or one transaction of any size. Where there
  /// would be more, all of them give way to ``UnknownChanges/fellBehind``. While a model is watched, a `save` asks first
  /// which of its rows are there, and a deletion which rows it takes along.
  ///
  /// The sequence ends when its task is cancelled. It is for one task to iterate; a second iterator begins anew.
  public func changes<Model: PersistableModel>(of model: Model.Type) -> ChangeSequence<Model> {
    ChangeSequence(backend)
  }
}

/// The changes of a model; see ``Store/changes(of:)``.
public struct ChangeSequence<Model: PersistableModel>: AsyncSequence, Sendable {
  /// What one transaction did.
  public typealias Element = ChangeSet<Model>
  /// Nothing fails.
  public typealias Failure = Never

  private let backend: any Backend
  /// What is heard until there is an iterator, which takes it over.
  private let first: FirstListener<Model>

  init(_ backend: any Backend) {
    self.backend = backend
    first = FirstListener(ChangeListener(backend))
  }

  /// An iterator; the first one has all changes since the sequence was made.
  public func makeAsyncIterator() -> Iterator { Iterator(listener: first.take() ?? ChangeListener(backend)) }

  /// Goes through the changes as they come.
  public struct Iterator: AsyncIteratorProtocol {
    private var listener: ChangeListener<Model>?

    init(listener: ChangeListener<Model>) { self.listener = listener }

    /// The next change, as soon as there is one; nothing when the task is cancelled, and from then on.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> ChangeSet<Model>? {
      let next = await listener?.next()
      if next == nil { listener = nil }
      return next
    }
  }
}

/// An inbox that the hub fills as long as this is there.
final class ChangeListener<Model: PersistableModel>: Sendable {
  private let inbox = ChangeInbox<Model>()
  private let subscription: Subscription
  /// Begun at once, so that others are listened to as soon as can be.
  private let outside: Task<Void, Never>
  private let backend: any Backend

  init(_ backend: any Backend) {
    self.backend = backend
    let hub = backend.identity.hub
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
