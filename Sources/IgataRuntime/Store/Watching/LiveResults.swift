public import Observation

/// The rows that a query selects, as a list that is always the newest, for views to observe.
///
/// ```swift
/// let articles = LiveResults(of: Article.where { !$0.isRead }, in: store)
/// List(articles.items) { Text($0.title) }          // SwiftUI observes what it shows
/// withObservationTracking { articles.items } onChange: { … }
/// ```
///
/// It lives on the main actor and reads elsewhere. It watches from when it is made until it is released or
/// ``cancel()``led; nothing changes in it after that.
@MainActor @Observable
public final class LiveResults<Model: PersistableModel> {
  /// The rows, in the order of the query; none before they were read for the first time.
  public private(set) var items: [Model] = []
  /// Whether they were read.
  public private(set) var isLoaded = false
  /// What a read ended with, where one failed. There are no changes after that until ``restart()``.
  public private(set) var error: StoreError?
  @ObservationIgnored private let query: Query<Model>
  @ObservationIgnored private let store: Store
  @ObservationIgnored private var watching: Watching?

  /// Begins to watch a query.
  public init(of query: Query<Model>, in store: Store) {
    self.query = query
    self.store = store
    restart()
  }

  /// Begins to watch anew, after an error or ``cancel()``.
  public func restart() {
    let changes = store.observe(query)
    if error != nil { error = nil }
    watching = Watching(
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
      })
  }

  /// Ends the watching. The rows stay as they are.
  public func cancel() { watching = nil }

  private func take(_ items: [Model]) {
    self.items = items
    if !isLoaded { isLoaded = true }
  }

  /// Ends its task when it goes.
  private final class Watching: Sendable {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) { self.task = task }

    deinit { task.cancel() }
  }
}
