internal import Foundation
internal import IgataRuntime

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A good answer about a resource.
struct HTTPRowsAnswer {
  let answer: HTTPAnswer
  let query: HTTPQuery

  /// The rows as they stand in the answer.
  var objects: [JSON] {
    get throws(StoreError) {
      do {
        return try query.api.decode(answer.body, answer.response, query.resource)
      } catch {
        throw query.corrupted(nil, "the answer can't be read: \(error)")
      }
    }
  }

  /// How many rows there are, as `Content-Range: 0-9/57` says.
  var total: Int? {
    answer.response.value(forHTTPHeaderField: "Content-Range")?.split(separator: "/").last.flatMap { Int($0) }
      .flatMap { $0 >= 0 ? $0 : nil }
  }
}

extension HTTPQuery {
  /// What an answer says went wrong.
  func error(_ answer: HTTPAnswer) -> StoreError? {
    let status = answer.response.statusCode
    switch status {
    case 200..<300: return nil
    case 404, 410:
      return .schemaMismatch(
        table: table.name, column: nil, problem: "the server has no resource '\(resource.path)'",
        help: "say in the HTTPAPI what it is called there")
    case 409:
      return .duplicateKey(
        model: table.model, constraint: "primaryKey", fields: table.primaryKey.map { table.field(at: $0) })
    case 412: return .staleVersion(model: table.model, key: "")
    case 500...: return .unreachable(reason: "the server answered \(status)")
    default: return .backend(code: status, message: "the server answered \(status) about '\(resource.path)'")
    }
  }
}
