// Shows articles, ten at a time, and reads the newest of those that were not read yet:
//   swift run ArticleReader [FILE.sqlite | http://… [halfway]]
//   swift run --traits PostgreSQL ArticleReader postgresql://…

import Foundation
import IgataRuntime
import Reader

/// Chooses the source in one line, and returns whether it is a database, which is empty at first.
func choose(_ words: [String]) throws -> (source: any Backend, isDatabase: Bool) {
  guard let location = words.first else { return (DataSource.debug(), false) }
  switch location.split(separator: ":").first {
  case "http", "https":
    guard let url = URL(string: location) else { throw DataSource.Missing("'\(location)' is not a URL") }
    return (words.contains("halfway") ? DataSource.halfway(url) : DataSource.remote(url), false)
  case "postgresql", "postgres": return (try DataSource.server(location), true)
  default: return (try DataSource.database(path: location), true)
  }
}

do {
  let (source, isDatabase) = try choose(Array(CommandLine.arguments.dropFirst()))
  let manager = ModelManager(source)
  try await manager.prepare()
  if isDatabase { try await manager.fill() }
  var hasMore = try await manager.reload()
  while hasMore { hasMore = try await manager.more() }
  for article in manager.articles {
    print("\(article.isRead ? " " : "•") \(article.publishedAt.formatted(.iso8601))  \(article.title)")
  }
  if let newest = manager.articles.first(where: { !$0.isRead }) {
    print("read now: \(try await manager.read(newest).title)")
  }
} catch {
  FileHandle.standardError.write(Data("ArticleReader: \(error)\n".utf8))
  exit(1)
}
