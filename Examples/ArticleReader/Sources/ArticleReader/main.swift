// Shows articles, ten at a time:
//   swift run ArticleReader [FILE.sqlite | URL]

import Foundation
import Reader

let source =
  switch CommandLine.arguments.dropFirst().first {
  case nil: DataSource.debug()
  case let url? where url.hasPrefix("http"): DataSource.halfway(URL(string: url) ?? URL(fileURLWithPath: "/"))
  case let path?: try DataSource.database(path: path)
  }
let manager = ModelManager(source)
try await manager.prepare()
var hasMore = try await manager.reload()
while hasMore { hasMore = try await manager.more() }
for article in manager.articles {
  print("\(article.isRead ? " " : "•") \(article.publishedAt.formatted(.iso8601))  \(article.title)")
}
