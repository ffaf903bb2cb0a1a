internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataTables

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The parameters of a query to a resource, in the form of an API.
struct HTTPQuery {
  let api: HTTPAPI
  let table: TableDescription
  let resource: HTTPResource
  private(set) var items: [URLQueryItem] = []

  init(_ api: HTTPAPI, _ table: TableDescription) {
    self.api = api
    self.table = table
    resource = api.resource(table)
  }

  /// The URL with the parameters.
  func url(_ base: URL) throws(StoreError) -> URL {
    let url = resource.path.split(separator: "/").reduce(base) { $0.appendingPathComponent(String($1)) }
    guard var components = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
      throw .misuse(reason: "'\(url)' is not a URL")
    }
    if !items.isEmpty { components.queryItems = (components.queryItems ?? []) + items }
    // Many servers decode a plus sign as a space.
    components.percentEncodedQuery = components.percentEncodedQuery?.replacing("+", with: "%2B")
    guard let url = components.url else { throw .misuse(reason: "'\(base)' is not a URL") }
    return url
  }

  mutating func add(_ item: URLQueryItem) { items.append(item) }

  // MARK: Conditions

  mutating func add(_ condition: Condition) throws(StoreError) {
    switch condition.kind {
    case .always: break
    case .all(let terms): for term in terms { try add(term) }
    case .comparison(let left, let comparison, .value(let value)): try compare(left, comparison, value)
    case .comparison(.value(let value), let comparison, let right): try compare(right, comparison.flipped, value)
    case .isNull(let expression): try add(expression, .isNull, "null")
    case .not(let inner): try addNegation(of: inner)
    case .isIn(let expression, let values): try add(expression, .isIn, list(values, column(expression)))
    case .keyIsIn(let columns, let keys): try addKeys(columns, keys)
    case .any:
      throw unsupported("conditions joined by '||'", "fetch once for each, or use 'isIn' for values of one field")
    case .contains, .text: throw unsupported("a search", "fetch the models, and search them in Swift")
    case .exists:
      throw unsupported("a condition on related rows", "fetch those first, and use 'isIn' with their keys")
    case .comparison: throw unsupported("a comparison of two fields", "fetch the models, and compare them in Swift")
    case .never, .unsupported:
      throw unsupported("a condition of this form", "fetch the models, and filter them in Swift")
    }
  }

  /// Adds the comparison that is true for exactly the other rows.
  private mutating func addNegation(of condition: Condition) throws(StoreError) {
    switch condition.kind {
    case .isNull(let expression): try add(expression, .isNotNull, "null")
    case .any(let terms): for term in terms { try addNegation(of: term) }
    case .isIn(let expression, let values): for value in values { try compare(expression, .notEqual, value) }
    case .comparison(let left, .equal, .value(.bool(let value))) where try !isNullable(left):
      try compare(left, .equal, .bool(!value))
    case .comparison(let left, let comparison, .value(let value)):
      if comparison != .equal, comparison != .notEqual, try isNullable(left) {
        throw unsupported(
          "'!' before a comparison of a field that may be nil", "fetch the models, and filter them in Swift")
      }
      try compare(left, comparison.negated, value)
    default:
      throw unsupported(
        "'!' before this condition",
        "write it without, as '!=' or '>=' joined by '&&', or fetch the models, and filter them in Swift")
    }
  }

  private func isNullable(_ expression: QueryExpression) throws(StoreError) -> Bool {
    table.columns[try column(expression)].isNullable
  }

  private mutating func compare(
    _ expression: QueryExpression, _ comparison: ComparisonOperator, _ value: StoredValue
  ) throws(StoreError) {
    if value == .null { return try add(expression, comparison == .equal ? .isNull : .isNotNull, "null") }
    let column = try column(expression)
    // Null differs from every value, but a server has one condition for each comparison.
    if comparison == .notEqual, table.columns[column].isNullable {
      throw unsupported("'!=' on a field that may be nil", "fetch the models, and filter them in Swift")
    }
    try add(expression, comparison.http, text(value, column))
  }

  mutating func addKeys(_ columns: [Int], _ keys: KeyList) throws(StoreError) {
    if columns.count == 1, let column = columns.first, keys.count != 1 {
      return try add(.column(RelationPath(), column), .isIn, list(keys.values, column))
    }
    guard keys.count == 1 else { throw unsupported("several keys of more than one column", "fetch them one by one") }
    for (column, value) in zip(columns, keys.values) { try compare(.column(RelationPath(), column), .equal, value) }
  }

  private mutating func add(
    _ expression: QueryExpression, _ comparison: HTTPAPI.Comparison, _ value: String
  ) throws(StoreError) {
    let field = resource.field(table.columns[try column(expression)])
    guard let item = api.filter(field, comparison, value) else {
      throw unsupported("\(field) \(comparison.rawValue)", "HTTPAPI.filter has no parameter for it")
    }
    items.append(item)
  }

  mutating func addOrder(_ orderings: [Ordering]) throws(StoreError) {
    var fields: [(field: String, isDescending: Bool)] = []
    var known: Set<Int> = []
    for ordering in orderings {
      let column = try column(ordering.expression)
      known.insert(column)
      fields.append((resource.field(table.columns[column]), ordering.isDescending))
    }
    // Every order is total: rows that are equal otherwise are sorted by their keys.
    for column in table.primaryKey where !known.contains(column) {
      fields.append((resource.field(table.columns[column]), false))
    }
    guard let item = api.order(fields) else { throw unsupported("an order", "sort the models in Swift") }
    items.append(item)
  }

  private func column(_ expression: QueryExpression) throws(StoreError) -> Int {
    guard case .column(let path, let column) = expression, table.columns.indices.contains(column) || !path.steps.isEmpty
    else { throw unsupported("a calculation", "fetch the models, and calculate it in Swift") }
    guard path.steps.isEmpty else {
      throw unsupported("a field of a related model", "compare the key of the relation, as in '$0.ownerID == id'")
    }
    return column
  }

  private func text(_ value: StoredValue, _ column: Int) -> String {
    switch table.columns[column].type.json(value) {
    case .string(let text): text
    case let json: json.text
    }
  }

  private func list(_ values: [StoredValue], _ column: Int) -> String {
    let texts = values.map { value in
      let text = text(value, column)
      guard text.contains(where: { ",()\"\\ ".contains($0) }) || text.isEmpty else { return text }
      return "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
    return "(\(texts.joined(separator: ",")))"
  }

  /// - Parameter instead: What the program can do instead.
  func unsupported(_ what: String, _ instead: String) -> StoreError {
    .unsupportedQuery(expression: "\(table.model): \(what)", reason: "the API doesn't support it; \(instead)")
  }

  // MARK: Rows

  /// A row in the form of the API.
  func object(_ row: [StoredValue], leavingOut left: Set<Int> = []) -> JSON {
    .object(
      JSON.Object(
        zip(table.columns, row).enumerated().filter { !left.contains($0.offset) }.map { _, pair in
          (key: resource.field(pair.0), value: pair.0.type.json(pair.1))
        }))
  }

  /// The rows of a response.
  func rows(_ objects: [JSON]) throws(StoreError) -> [[StoredValue]] {
    var rows: [[StoredValue]] = []
    rows.reserveCapacity(objects.count)
    for json in objects {
      guard case .object(let object) = json else { throw corrupted(nil, "the answer has a row that is no object") }
      var row: [StoredValue] = []
      row.reserveCapacity(table.columns.count)
      for column in table.columns {
        let field = resource.field(column)
        guard let json = object[field] else {
          if let value = column.storedDefault { row.append(value) } else { row.append(.null) }
          continue
        }
        guard let value = column.type.value(json) else {
          let form = column.type.storage == .date ? " in ISO 8601 with at most six decimal places of a second" : ""
          throw corrupted(column.name, "the answer's '\(field)' is no \(column.type)\(form)")
        }
        row.append(value)
      }
      if table.columns.allSatisfy({ object[resource.field($0)] == nil }) {
        throw corrupted(
          nil, "the answer has no field of it; if the rows are in a member, name that in HTTPResource.items")
      }
      rows.append(row)
    }
    return rows
  }

  /// The keys of the rows of a response.
  func keys(_ objects: [JSON]) throws(StoreError) -> [[StoredValue]] {
    var keys: [[StoredValue]] = []
    for object in objects {
      var key: [StoredValue] = []
      for column in table.primaryKey.map({ table.columns[$0] }) {
        let field = resource.field(column)
        guard let json = object[field], let value = column.type.value(json), value != .null else {
          throw corrupted(column.name, "the answer has a row without a '\(field)': does it come from the API?")
        }
        key.append(value)
      }
      keys.append(key)
    }
    return keys
  }

  func corrupted(_ column: String?, _ problem: String) -> StoreError {
    .corrupted(model: table.model, row: nil, column: column, problem: problem)
  }
}

extension ComparisonOperator {
  fileprivate var http: HTTPAPI.Comparison {
    switch self {
    case .equal: .equal
    case .notEqual: .notEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    }
  }
}
