internal import Foundation
@_spi(Backend) internal import IgataRuntime

/// One request for rows of a query.
struct HTTPRowsRequest {
  var request: HTTPQuery
  /// The part of the query that it is for.
  var query: RowQuery
  /// How many of the rows in the response come before those of the query.
  var precedingCount: Int
}

// The requests for a query. Each throws before anything is sent if the API can't be asked.
extension HTTPQuery {
  /// The maximum number of keys in one request.
  private static let keysPerRequest = 100

  /// The requests for the rows of a query, whose responses follow each other.
  static func reading(_ query: RowQuery, _ api: HTTPAPI) throws(StoreError) -> [HTTPRowsRequest] {
    let plain = HTTPQuery(api, query.table)
    if query.values != nil { throw plain.unsupported("values instead of models", "fetch the models") }
    if !query.partition.isEmpty {
      throw plain.unsupported("a limit of the rows of each owner", "fetch them without it")
    }
    if query.limit == 0 || query.condition?.kind == .never { return [] }
    guard case .keyIsIn(let columns, let keys) = query.condition?.kind else { return [try page(query, api)] }
    let step = columns.count == 1 ? keysPerRequest : 1
    if keys.isEmpty { return [] }
    if keys.count <= step { return [try page(query, api)] }
    guard query.order.isEmpty, query.limit == nil, query.offset == 0 else {
      throw plain.unsupported("many keys in an order of their own", "sort the models in Swift")
    }
    var requests: [HTTPRowsRequest] = []
    for start in stride(from: 0, to: keys.count, by: step) {
      var part = query
      part.condition = .keyIsIn(columns: columns, Array(keys[start..<min(start + step, keys.count)]))
      requests.append(try page(part, api))
    }
    return requests
  }

  private static func page(_ query: RowQuery, _ api: HTTPAPI) throws(StoreError) -> HTTPRowsRequest {
    var request = HTTPQuery(api, query.table)
    if let condition = query.condition { try request.add(condition) }
    try request.addOrder(query.order)
    if let limit = query.limit, let name = api.limit { request.add(URLQueryItem(name: name, value: "\(limit)")) }
    guard query.offset > 0, let name = api.offset else {
      return HTTPRowsRequest(request: request, query: query, precedingCount: query.offset)
    }
    request.add(URLQueryItem(name: name, value: "\(query.offset)"))
    return HTTPRowsRequest(request: request, query: query, precedingCount: 0)
  }

  /// The request for the number of rows.
  static func counting(
    _ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate], _ api: HTTPAPI
  ) throws(StoreError) -> HTTPQuery {
    var request = HTTPQuery(api, query.table)
    guard groups.isEmpty, aggregates.allSatisfy({ $0 == .count }) else {
      throw request.unsupported("an aggregate other than a count", "fetch the models, and calculate it in Swift")
    }
    if let condition = query.condition, condition.kind != .never { try request.add(condition) }
    guard let name = api.limit else { throw request.unsupported("a count", "HTTPAPI.limit has no parameter for it") }
    request.add(URLQueryItem(name: name, value: "0"))
    return request
  }

  /// The request to delete all rows of a query.
  static func deleting(_ query: RowQuery, _ api: HTTPAPI) throws(StoreError) -> HTTPQuery {
    var request = HTTPQuery(api, query.table)
    if query.condition?.kind == .never || query.limit == 0 { return request }
    guard query.limit == nil, query.offset == 0 else {
      throw request.unsupported("to delete some of the rows", "fetch them, and delete the models")
    }
    if let condition = query.condition { try request.add(condition) }
    return request
  }

  /// There is no request to change the rows of a query.
  static func updating(_ table: TableDescription) -> StoreError {
    .unsupportedQuery(
      expression: "an update of every \(table.model) that a query selects",
      reason: "a JSON API changes rows that are sent to it: fetch and save them")
  }
}
