public import Observation

/// The rows that a query selects, as an observable list for views that is always up to date.
///
/// ```swift
/// let articles = LiveResults(of: Article.where { !$0.isRead }, in: store)
/// List(articles.items) { Text($0.title) }          // SwiftUI observes what it shows
/// withObservationTracking { articles.items } onChange: { … }
/// ```
///
/// It is isolated to the main actor, and reads on other threads. It observes the store until it is released or
/// ``cancel()`` is called, and doesn't change after that.
@MainActor @Observable
public final class LiveResults<Model: PersistableModel> {
  /// The rows, in the order of the query; empty until they are loaded for the first time.
  public private(set) var items: [Model] = []
  /// Whether the rows have been loaded.
  public private(set) var isLoaded = false
  /// The error of the last load, if it failed. There are no further updates until ``restart()`` is called.
  public private(set) var error: StoreError?
  @ObservationIgnored private let query: Query<Model>
  @ObservationIgnored private let store: Store
  @ObservationIgnored private var watching: Watching?

  /// Starts to observe a query.
  public init(of query: Query<Model>, in store: Store) {
    self.query = query
    self.store = store
    restart()
  }

  /// Starts to observe again, after an error or ``cancel()``.
  public func restart() {
    let changes = store.observe(query)
    if error != nil { error = nil }
    // It isn't part of a transaction in whose closure it may have been started.
    let task = TransactionScope.$current.withValue(nil) {
      Task { [weak self] in
        do throws(StoreError) {
          var iterator = changes.makeAsyncIterator()
          while let items = try await iterator.next(isolation: MainActor.shared) {
            if Task.isCancelled { return }
            self?.take(items)
          }
        } catch {
          if !Task.isCancelled { self?.error = error }
        }
      }
    }
    watching = Watching(task)
  }

  /// Stops observing. The rows stay as they are.
  public func cancel() { watching = nil }

  private func take(_ items: [Model]) {
    self.items = items
    if !isLoaded { isLoaded = true }
  }

  /// Cancels its task when it is released.
  private final class Watching: Sendable {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) { self.task = task }

    deinit { task.cancel() }
  }
}
