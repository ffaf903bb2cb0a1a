public import Foundation
@_spi(Backend) public import IgataRuntime
internal import IgataTables

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// How an API speaks of tables, rows and conditions. The default is the one that ``HTTPBackend`` describes; a few lines
/// say where another one differs.
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
  public enum Comparison: String, Hashable, Sendable {
    case equal = "eq"
    case notEqual = "neq"
    case less = "lt"
    case lessOrEqual = "lte"
    case greater = "gt"
    case greaterOrEqual = "gte"
    /// With `null`.
    case isNull = "is"
    /// With `null`.
    case isNotNull = "not.is"
    /// One of some values, as `(1,2,3)`.
    case isIn = "in"
  }

  /// The resources that are named otherwise than their tables, by the tables' names.
  public var resources: [String: HTTPResource] = [:]
  /// The name of the parameter for the greatest number of rows; nothing where the API has none: then it is asked for all
  /// and the rest is left out here.
  public var limit: String? = "limit"
  /// The name of the parameter for how many rows to leave out.
  public var offset: String? = "offset"
  /// The parameter for a condition on a field; nothing where the API can't be asked that.
  public var filter: @Sendable (_ field: String, _ comparison: Comparison, _ value: String) -> URLQueryItem? = {
    URLQueryItem(name: $0, value: "\($1.rawValue).\($2)")
  }
  /// The parameter for an order; nothing where the API can't be asked that.
  public var order: @Sendable (_ fields: [(field: String, isDescending: Bool)]) -> URLQueryItem? = { fields in
    URLQueryItem(
      name: "order", value: fields.map { "\($0.field).\($0.isDescending ? "desc" : "asc")" }.joined(separator: ","))
  }
  /// The header under which a write brings its identity along, by which the server knows one that it did before; nothing
  /// where it does not look at any. Then what inserts is not tried again.
  public var idempotencyHeader: String? = "Idempotency-Key"
  /// The rows that an answer holds, as JSON objects by the names of the API's fields: for what is no JSON, or JSON of
  /// another form. Throws where it is something else; the answer is then told as corrupted.
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

  /// The default.
  public init() {}

  func resource(_ table: TableDescription) -> HTTPResource { resources[table.name] ?? HTTPResource(table.name) }
}

/// One resource of an API: what a table is there.
public struct HTTPResource: Sendable, Hashable {
  /// The path behind the base address.
  public var path: String
  /// The member of an answer that holds the rows, where the answer is an object.
  public var items: String?
  /// The names of the fields that are named otherwise than their columns, by the columns' names.
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

  /// A reason.
  public init(_ description: String) { self.description = description }
}

/// So that `localizedDescription` reports the same.
extension HTTPAnswerError: LocalizedError {
  /// What ``description`` reports.
  public var errorDescription: String? { description }
}
