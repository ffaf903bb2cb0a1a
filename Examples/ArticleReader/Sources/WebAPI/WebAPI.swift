import Foundation
import IgataRuntime
import Reader
import Synchronization

/// A web API that answers in XML, the newest articles first.
package final class WebAPI: Sendable {
  private let articles: Mutex<[Article]>
  private let users = Mutex<[String: String]>([:])

  package init(_ articles: [Article]) { self.articles = Mutex(articles) }

  package func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Answer {
    let written = (try? JSON(parsing: Array(request.body))).flatMap { json -> [JSON]? in
      if case .array(let rows) = json { rows } else { nil }
    }
    switch (request.method, request.path) {
    case ("GET", "/articles"):
      return xml("articles", Array(selected(request).prefix(Int(request.value("limit") ?? "") ?? .max)).map(\.fields))
    case ("GET", "/users"):
      let id = request.value("id")?.dropFirst("eq.".count).uppercased() ?? ""
      let name = users.withLock { $0[id] }
      return xml("users", name.map { [["id": id, "name": $0]] } ?? [])
    case ("POST", "/articles"):
      for row in written ?? [] { articles.withLock { $0.keep(row) } }
    case ("POST", "/users"):
      for row in written ?? [] { users.withLock { $0[row.string("id").uppercased()] = row.string("name") } }
    default: return .status(405)
    }
    // Stored; there is nothing to return.
    return .status(204)
  }

  private func selected(_ request: LoopbackServer.Request) -> [Article] {
    articles.withLock { $0 }.sorted { $0.publishedAt > $1.publishedAt }.filter { article in
      request.query.allSatisfy { item in
        let words = item.value.split(separator: ".", maxSplits: 1).map(String.init)
        switch item.name {
        case "id": return holds(article.id, words[0], Int64(words[1]))
        case "published_at": return holds(article.publishedAt, words[0], try? Date(words[1], strategy: .iso8601))
        default: return true
        }
      }
    }
  }

  private func holds<Value: Comparable>(_ value: Value, _ comparison: String, _ other: Value?) -> Bool {
    guard let other else { return false }
    return comparison == "eq" && value == other || comparison == "lt" && value < other
      || comparison == "gt" && value > other
  }

  private func xml(_ name: String, _ rows: [[String: String]]) -> LoopbackServer.Answer {
    let text = rows.map { row in
      "<\(name.dropLast())>\(row.map { "<\($0)>\($1.escapedForXML)</\($0)>" }.joined())</\(name.dropLast())>"
    }.joined()
    return .status(200, [:], Data("<?xml version=\"1.0\"?><\(name)>\(text)</\(name)>".utf8))
  }
}

extension Article {
  fileprivate var fields: [String: String] {
    ["id": "\(id)", "title": title, "published_at": publishedAt.formatted(.iso8601), "is_read": "\(isRead)"]
  }
}

extension [Article] {
  /// Stores what was marked as read.
  fileprivate mutating func keep(_ row: JSON) {
    guard let index = firstIndex(where: { "\($0.id)" == row["id"]?.text }) else { return }
    self[index].isRead = row["is_read"] == .bool(true)
  }
}

extension JSON {
  fileprivate func string(_ name: String) -> String {
    if case .string(let text) = self[name] { text } else { "" }
  }
}

extension String {
  fileprivate var escapedForXML: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
