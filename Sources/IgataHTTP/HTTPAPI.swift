public import Foundation
@_spi(Backend) public import IgataRuntime
internal import IgataTables

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// How an API represents tables, rows and conditions. The default is described at ``HTTPBackend``; a few lines adapt it
/// to another API.
///
/// ```swift
/// var api = HTTPAPI()
/// api.resources["article"] = HTTPResource("v2/articles", items: "articles", fields: ["published_at": "date"])
/// api.limit = "per_page"
/// api.filter = { field, comparison, value in
///   comparison == .equal ? URLQueryItem(name: field, value: value) : nil
/// }
/// ```
public struct HTTPAPI: Sendable {
  /// How a value of a field is compared.
  public enum Comparison: String, Hashable, Sendable, CaseIterable {
    case equal = "eq"
    case notEqual = "neq"
    case less = "lt"
    case lessOrEqual = "lte"
    case greater = "gt"
    case greaterOrEqual = "gte"
    /// Is `null`.
    case isNull = "is"
    /// Isn't `null`.
    case isNotNull = "not.is"
    /// Is one of several values, as `(1,2,3)`.
    case isIn = "in"
  }

  /// What happens to a save, a deletion or a transaction that takes more than one request that writes.
  public enum SeveralRequests: Hashable, Sendable {
    /// A save or deletion throws ``/IgataRuntime/StoreError/misuse(reason:)`` before the first request, and a
    /// transaction at the second one.
    case refused
    /// The requests are sent one after the other. If one fails, those before it remain in effect.
    case sentInOrder
  }

  /// What happens to an operation that takes more than one request that writes.
  public var severalRequests = SeveralRequests.refused
  /// The resources whose names differ from those of their tables, by the tables' names.
  public var resources: [String: HTTPResource] = [:]
  /// The name of the parameter for the maximum number of rows. If it is `nil`, all rows are requested, and the rest is
  /// dropped.
  public var limit: String? = "limit"
  /// The name of the parameter for the number of rows to skip.
  public var offset: String? = "offset"
  /// The parameter for a condition on a field; `nil` if the API doesn't support it.
  public var filter: @Sendable (_ field: String, _ comparison: Comparison, _ value: String) -> URLQueryItem? = {
    URLQueryItem(name: $0, value: "\($1.rawValue).\($2)")
  }
  /// The parameter for an order; `nil` if the API doesn't support it.
  public var order: @Sendable (_ fields: [(field: String, isDescending: Bool)]) -> URLQueryItem? = { fields in
    URLQueryItem(
      name: "order", value: fields.map { "\($0.field).\($0.isDescending ? "desc" : "asc")" }.joined(separator: ","))
  }
  /// The header in which a write has its identity, by which the server recognizes one that it has already processed. If
  /// it is `nil`, the server doesn't support that, and inserts are not retried.
  public var idempotencyHeader: String? = "Idempotency-Key"
  /// Decodes the rows of a response to JSON objects with the names of the API's fields. Replace it for responses in
  /// another form. If it throws, the response is reported as corrupted.
  public var decode: @Sendable (_ body: Data, _ response: HTTPURLResponse, _ resource: HTTPResource) throws -> [JSON] =
    {
      body, _, resource in
      var json = try JSON(parsing: Array(body))
      if let items = resource.items, case .object(let object) = json { json = object[items] ?? .null }
      switch json {
      case .array(let rows): return rows
      case .object: return [json]
      default: throw HTTPAnswerError("it holds no list of rows")
      }
    }

  /// The default API.
  public init() {}

  /// What it can be asked about a table, as a clause.
  func served(_ table: TableDescription) -> String {
    let fields = table.columns.map(resource(table).field)
    let comparisons = Comparison.allCases.filter { comparison in
      fields.contains { filter($0, comparison, "1") != nil }
    }.map(\.rawValue)
    let conditions = comparisons.isEmpty
      ? "no conditions" : "comparisons of its fields (\(comparisons.joined(separator: ", "))) joined by '&&'"
    let orders = order(fields.prefix(1).map { ($0, false) }) == nil ? [] : ["orders"]
    let counts = limit == nil ? [] : ["counts"]
    return "the API serves models by \(([conditions] + orders + counts).joined(separator: ", ")), and nothing else"
  }

  func resource(_ table: TableDescription) -> HTTPResource { resources[table.name] ?? HTTPResource(table.name) }
}

/// A resource of an API, which represents a table.
public struct HTTPResource: Sendable, Hashable {
  /// The path, relative to the base URL.
  public var path: String
  /// The member that contains the rows, if a response is an object.
  public var items: String?
  /// The names of the fields that differ from those of their columns, by the columns' names.
  public var fields: [String: String]

  /// A resource at a path.
  public init(_ path: String, items: String? = nil, fields: [String: String] = [:]) {
    self.path = path
    self.items = items
    self.fields = fields
  }

  func field(_ column: ColumnDescription) -> String { fields[column.name] ?? column.name }
}

/// Why an answer could not be read.
public struct HTTPAnswerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with it.
  public let description: String

  /// An error with a description.
  public init(_ description: String) { self.description = description }
}

/// Makes `localizedDescription` return the same text.
extension HTTPAnswerError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
