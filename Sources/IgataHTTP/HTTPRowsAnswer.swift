internal import Foundation
@_spi(Backend) internal import IgataRuntime

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A successful response of a resource.
struct HTTPRowsAnswer {
  let answer: HTTPAnswer
  let query: HTTPQuery

  /// The rows as the response contains them.
  var objects: [JSON] {
    get throws(StoreError) {
      do {
        return try query.api.decode(answer.body, answer.response, query.resource)
      } catch {
        throw query.corrupted(nil, "the answer can't be read: \(error)")
      }
    }
  }

  /// The rows in the response to a write; `nil` if the response is empty. Throws for anything else, such as a login
  /// page, which also has the status 200.
  ///
  /// - Parameter keys: The keys of the rows that were sent; `nil` for those that the server generates.
  func written(_ keys: [[StoredValue]?]) throws(StoreError) -> [JSON]? {
    let status = answer.response.statusCode
    guard [200, 201, 204].contains(status) else {
      throw .backend(
        code: status, message: "the server responded with \(status), which does not mean that the write succeeded")
    }
    if answer.body.isEmpty {
      guard !answer.isRedirectedToRead else {
        throw .backend(
          code: status,
          message: "the server redirected the write to an empty page, which does not mean that the write succeeded")
      }
      return nil
    }
    let objects = try objects
    var known = Set(keys.compactMap(\.self))
    for key in try query.keys(objects) where known.remove(key) == nil {
      guard keys.contains(nil) else { throw query.corrupted(nil, "the answer to a write has a row that was not sent") }
    }
    return objects
  }

  /// The total number of rows, as in `Content-Range: 0-9/57`.
  var total: Int? {
    answer.response.value(forHTTPHeaderField: "Content-Range")?.split(separator: "/").last.flatMap { Int($0) }
      .flatMap { $0 >= 0 ? $0 : nil }
  }
}

extension HTTPQuery {
  /// The error that a response reports.
  func error(_ answer: HTTPAnswer) -> StoreError? {
    let status = answer.response.statusCode
    switch status {
    case 200..<300: return nil
    case 404, 410:
      return .schemaMismatch(
        table: table.name, column: nil, problem: "the server has no resource '\(resource.path)'",
        help: "set its name in the HTTPAPI")
    case 401, 407: return .accessDenied(reason: "the server responded with \(status) about '\(resource.path)'")
    case 409:
      return .duplicateKey(
        model: table.model, constraint: "primaryKey", fields: table.primaryKey.map { table.field(at: $0) })
    case 412: return .staleVersion(model: table.model, key: "")
    case 500...: return .unreachable(reason: "the server responded with \(status)")
    default: return .backend(code: status, message: "the server responded with \(status) about '\(resource.path)'")
    }
  }
}
