import Dispatch
import IgataRuntime
import IgataSamples

/// Loads articles off the main thread, and calls back on the main queue: the article's `ModelManager`.
@MainActor
package final class ModelManager {
  /// The number of articles in a page.
  private static let pageSize = 10
  private let store: Store
  private let newest = Article.all.order { $0.publishedAt.descending }
  private var position: PageCursor?
  /// The articles that have been loaded.
  package private(set) var articles: [Article] = []

  /// A manager for the articles of any source.
  package init(_ source: any Backend) { store = Store(source) }

  package func prepare() async throws { try await store.prepare(ArticlesSchema.self) }

  /// Fills an empty source with sample articles.
  package func fill() async throws {
    if try await store.exists(Article.all) { return }
    try await store.save(Article.samples(count: 35, seed: 7))
  }

  /// Loads the first page.
  package func reloadArticleList(_ callback: @escaping @MainActor @Sendable (Result<Bool, any Error>) -> Void) {
    load(after: nil, callback)
  }

  /// Loads the next ten, and reports whether there are more.
  package func moreArticleList(_ callback: @escaping @MainActor @Sendable (Result<Bool, any Error>) -> Void) {
    load(after: position, callback)
  }

  private func load(
    after cursor: PageCursor?, _ callback: @escaping @MainActor @Sendable (Result<Bool, any Error>) -> Void
  ) {
    let newest = newest
    store.callback {
      try await $0.page(newest, size: Self.pageSize, after: cursor)
    } completion: { [weak self] result in
      MainActor.assumeIsolated {
        if case .success(let page) = result {
          self?.articles = (cursor == nil ? [] : self?.articles ?? []) + page.items
          self?.position = page.position
        }
        callback(result.map(\.hasMore))
      }
    }
  }

  /// Marks an article as read.
  package func readArticle(
    _ article: Article, _ callback: @escaping @MainActor @Sendable (Result<Article, any Error>) -> Void
  ) {
    var article = article
    article.isRead = true
    store.callback { [article] in
      try await $0.save(article)
    } completion: { result in
      MainActor.assumeIsolated { callback(result) }
    }
  }

  package func createUser(
    name: String, _ callback: @escaping @MainActor @Sendable (Result<User, any Error>) -> Void
  ) {
    store.callback {
      try await $0.insert(User(name: name))
    } completion: { result in
      MainActor.assumeIsolated { callback(result) }
    }
  }
}

extension ModelManager {
  /// Like ``reloadArticleList(_:)``, for asynchronous code.
  package func reload() async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in reloadArticleList { continuation.resume(with: $0) } }
  }

  /// Like ``moreArticleList(_:)``, for asynchronous code.
  package func more() async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in moreArticleList { continuation.resume(with: $0) } }
  }

  /// Like ``readArticle(_:_:)``, for asynchronous code.
  package func read(_ article: Article) async throws -> Article {
    try await withCheckedThrowingContinuation { continuation in
      readArticle(article) { continuation.resume(with: $0) }
    }
  }
}
