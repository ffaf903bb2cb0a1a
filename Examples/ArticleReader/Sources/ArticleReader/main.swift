// Shows articles, ten at a time:
//   swift run ArticleReader [FILE.sqlite | URL [halfway]]

import Foundation
import Reader

let arguments = Array(CommandLine.arguments.dropFirst())
let url = arguments.first.flatMap { $0.hasPrefix("http") ? URL(string: $0) : nil }
let source =
  switch (arguments.first, url) {
  case (nil, _): DataSource.debug()
  case (_, let url?): arguments.contains("halfway") ? DataSource.halfway(url) : DataSource.remote(url)
  case (let path?, nil): try DataSource.database(path: path)
  }
let manager = ModelManager(source)
try await manager.prepare()
var hasMore = try await manager.reload()
while hasMore { hasMore = try await manager.more() }
for article in manager.articles {
  print("\(article.isRead ? " " : "•") \(article.publishedAt.formatted(.iso8601))  \(article.title)")
}
