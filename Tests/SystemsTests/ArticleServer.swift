import Foundation
import IgataRuntime
import Synchronization

/// Stores rows of one resource by their `id`, with the default mapping.
final class ArticleServer: Sendable {
  private struct State {
    var rows: [String: JSON] = [:]
    /// The completed writes, by their identities, and their responses.
    var done: [String: LoopbackServer.Answer] = [:]
    var nextID: Int64 = 1
    var applied: [String] = []
  }

  private let state = Mutex(State())

  /// The bodies of the completed writes, in order.
  var applied: [String] { state.withLock { $0.applied } }
  var rows: [JSON] { state.withLock { state in state.rows.values.sorted { Self.id($0) < Self.id($1) } } }

  func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Answer {
    state.withLock { state in
      let key = request.headers["idempotency-key"]
      if let key, let known = state.done[key] { return known }
      let answer = Self.answer(request, &state)
      if let key, request.method != "GET" {
        state.done[key] = answer
        state.applied.append(String(decoding: request.body, as: UTF8.self))
      }
      return answer
    }
  }

  private static func id(_ json: JSON) -> String {
    if case .string(let text) = json["id"] { return text }
    let text = json["id"]?.text ?? ""
    return String(repeating: "0", count: max(0, 20 - text.count)) + text
  }

  private static func selected(_ request: LoopbackServer.Request, _ state: State) -> [JSON] {
    state.rows.values.filter { row in
      request.query.allSatisfy { item in
        ["order", "limit", "offset"].contains(item.name) || holds(item.value, row[item.name] ?? .null)
      }
    }
  }

  private static func answer(_ request: LoopbackServer.Request, _ state: inout State) -> LoopbackServer.Answer {
    switch request.method {
    case "GET":
      var sorted = selected(request, state).sorted { id($0) < id($1) }
      for part in (request.value("order") ?? "").split(separator: ",").reversed() {
        let words = part.split(separator: ".")
        let field = String(words[0])
        guard field != "id" else { continue }
        sorted.sort {
          let order = ($0[field] ?? .null).compared(to: $1[field] ?? .null)
          return words.last == "desc" ? order == .orderedDescending : order == .orderedAscending
        }
      }
      let total = ["Content-Range": "*/\(sorted.count)"]
      sorted = Array(sorted.dropFirst(Int(request.value("offset") ?? "") ?? 0))
      sorted = Array(sorted.prefix(Int(request.value("limit") ?? "") ?? .max))
      return .status(200, total, Data(JSON.array(sorted).bytes))
    case "POST":
      guard case .array(let rows) = try? JSON(parsing: Array(request.body)) else { return .status(400) }
      var kept: [JSON] = []
      for row in rows {
        var row = row
        if row["id"] == nil, case .object(let object) = row {
          row = .object(
            JSON.Object(object.members.map { ($0.key, $0.value) } + [("id", .number(JSON.Number(state.nextID)))]))
          state.nextID += 1
        }
        if state.rows[id(row)] != nil, request.headers["prefer"]?.contains("merge-duplicates") != true {
          return .status(409)
        }
        state.rows[id(row)] = row
        kept.append(row)
      }
      return .status(201, [:], Data(JSON.array(kept).bytes))
    case "PATCH":
      guard case .object(let changes) = try? JSON(parsing: Array(request.body)) else { return .status(400) }
      var kept: [JSON] = []
      for row in selected(request, state) {
        guard case .object(let object) = row else { continue }
        var members = Dictionary(object.members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        for member in changes.members { members[member.key] = member.value }
        kept.append(.object(JSON.Object(members.map { ($0.key, $0.value) })))
        state.rows[id(row)] = kept.last
      }
      return .status(200, [:], Data(JSON.array(kept).bytes))
    case "DELETE":
      let selected = selected(request, state)
      for row in selected { state.rows[id(row)] = nil }
      return .status(204, ["Content-Range": "*/\(selected.count)"])
    default: return .status(405)
    }
  }

  private static func holds(_ condition: String, _ json: JSON) -> Bool {
    let parts = condition.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let text = if case .string(let text) = json { text } else { json.text }
    if condition == "is.null" { return json == .null }
    if condition == "not.is.null" { return json != .null }
    guard parts.count == 2 else { return false }
    if parts[0] == "in" { return parts[1].dropFirst().dropLast().split(separator: ",").contains { $0 == text } }
    let order: ComparisonResult =
      if let left = Double(text), let right = Double(parts[1]) {
        left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
      } else {
        text < parts[1] ? .orderedAscending : text > parts[1] ? .orderedDescending : .orderedSame
      }
    switch parts[0] {
    case "eq": return order == .orderedSame
    case "neq": return order != .orderedSame
    case "lt": return order == .orderedAscending
    case "lte": return order != .orderedDescending
    case "gt": return order == .orderedDescending
    case "gte": return order != .orderedAscending
    default: return false
    }
  }
}
