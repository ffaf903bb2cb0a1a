internal import Foundation
@_spi(Backend) internal import IgataRuntime

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

  /// The rows that a write is answered by; `nil` if the answer is empty. Throws where it is something else, as the page
  /// of a login is, which is answered with 200 too.
  ///
  /// - Parameter keys: The keys of the rows that were sent; `nil` for those that the server makes.
  func written(_ keys: [[StoredValue]?]) throws(StoreError) -> [JSON]? {
    let status = answer.response.statusCode
    guard [200, 201, 204].contains(status) else {
      throw .backend(
        code: status, message: "the server answered \(status), which does not mean that the write was done")
    }
    if answer.body.isEmpty {
      guard !answer.isRedirectedToRead else {
        throw .backend(
          code: status,
          message: "the server sent the write on to an empty page, which does not mean that the write was done")
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
    case 401, 407: return .accessDenied(reason: "the server answered \(status) about '\(resource.path)'")
    case 409:
      return .duplicateKey(
        model: table.model, constraint: "primaryKey", fields: table.primaryKey.map { table.field(at: $0) })
    case 412: return .staleVersion(model: table.model, key: "")
    case 500...: return .unreachable(reason: "the server answered \(status)")
    default: return .backend(code: status, message: "the server answered \(status) about '\(resource.path)'")
    }
  }
}
