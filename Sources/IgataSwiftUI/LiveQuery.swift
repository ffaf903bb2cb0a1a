#if canImport(SwiftUI)
  public import IgataRuntime
  public import SwiftUI

  /// The rows that a query selects in the store of the environment, always up to date.
  ///
  /// ```swift
  /// @LiveQuery(Article.where { !$0.isRead }) var articles
  ///
  /// var body: some View { List(articles) { Text($0.title) } }
  /// ```
  ///
  /// The view is evaluated again when the rows change, and not for other commits. If the query depends on values of the
  /// view, set it in the initializer: `_articles = LiveQuery(Article.where { $0.isRead == isRead })`. When another
  /// query is passed, the old rows stay until those of the new one are loaded.
  ///
  /// `$articles` is a `LiveResults`, with `isLoading`, `error` and `restart()`. A query that is set there, as in
  /// `$articles.query = Article.all`, stays until the view passes another one.
  @propertyWrapper @MainActor
  public struct LiveQuery<Model: PersistableModel> {
    @Environment(\.store) private var store
    @State private var live = LiveSource<LiveResults<Model>, Query<Model>>()
    private let query: Query<Model>

    /// The rows that the query selects.
    public init(_ query: Query<Model>) { self.query = query }

    /// The rows, in the order of the query; empty until they are loaded for the first time.
    public var wrappedValue: [Model] { live.object?.items ?? [] }

    /// What is known besides the rows, and the query.
    public var projectedValue: LiveResults<Model> { live.object ?? LiveResults(of: query, in: store) }
  }

  extension LiveQuery: DynamicProperty {
    /// Called by SwiftUI before the view is evaluated.
    nonisolated public func update() {
      // SwiftUI evaluates views on the main actor.
      MainActor.assumeIsolated {
        live.update(query, in: store) { results in
          guard let results else { return LiveResults(of: query, in: store) }
          results.query = query
          return results
        }
      }
    }
  }
#endif
