public import Observation

/// The rows that a query selects, as an observable list for views that is always up to date.
///
/// ```swift
/// let articles = LiveResults(of: Article.where { !$0.isRead }, in: store)
/// List(articles.items) { Text($0.title) }          // SwiftUI observes what it shows
/// withObservationTracking { articles.items } onChange: { … }
/// articles.query = Article.all                     // keeps the old rows until the new ones are loaded
/// ```
///
/// It is isolated to the main actor; reading and comparing happen on other threads. It observes the store until it is
/// released or ``cancel()`` is called, and doesn't change after that. Rows that equal the last ones are not assigned.
/// For anything else than the rows of a query, use ``ObservedValue``.
@MainActor @Observable
public final class LiveResults<Model: PersistableModel> {
  /// The query. If another one is set, or any after an error, the rows stay until those of the new query are loaded.
  public var query: Query<Model> {
    didSet { if query != oldValue || error != nil { rows.observe(store.observe(query)) } }
  }
  @ObservationIgnored private let store: Store
  @ObservationIgnored private let rows: ObservedValue<[Model]>

  /// Starts to observe a query.
  public init(of query: Query<Model>, in store: Store) {
    self.query = query
    self.store = store
    rows = ObservedValue(store.observe(query), initially: [])
  }

  /// The rows, in the order of the query; empty until they are loaded for the first time.
  public var items: [Model] { rows.value ?? [] }

  /// Whether rows have been loaded.
  public var isLoaded: Bool { rows.isLoaded }

  /// Whether rows are being loaded for the first time, or anew after the query was set or ``restart()`` was called.
  public var isLoading: Bool { rows.isLoading }

  /// The error of the last load, if it failed. There are no further updates until ``restart()`` is called or the query
  /// is set.
  public var error: StoreError? { rows.error as? StoreError }

  /// Starts to observe again, after an error or ``cancel()``.
  public func restart() { rows.restart() }

  /// Stops observing. The rows stay as they are.
  public func cancel() { rows.cancel() }
}
