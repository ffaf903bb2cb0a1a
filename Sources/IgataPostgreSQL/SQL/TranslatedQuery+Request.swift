#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

extension TranslatedQuery {
  /// The request that runs the query.
  func request(_ table: TableDescription) throws(StoreError) -> Request {
    var values = Parameters()
    for parameter in parameters {
      switch parameter {
      case .value(let value), .constant(let value): try values.add(value, value.serverType, table)
      case .bound(let edge, let bounds, let value):
        let bound = bounds.bound(edge, of: value) ?? .null
        try values.add(bound, bounds == .localDate ? .localDate : bound.serverType, table)
      case .integer(let value): try values.add(.integer(value), .int64, table)
      case .list(let value, let type): try values.add(value, type.serverType, table)
      case .array(let elements, let type): try values.add(.list(elements), type.serverType.list, table)
      case .rows: throw .unsupportedQuery(expression: table.model, reason: "PostgreSQL has no table parameters")
      }
    }
    return .statement(sql, values)
  }
}

extension RowQuery {
  /// The request that runs the query.
  func request(_ text: TableText) throws(StoreError) -> Request {
    if let key = lookupKey {
      var values = Parameters()
      for value in key { try values.add(value, value.serverType, table) }
      return .statement(text.finding, values)
    }
    return try TranslatedQuery.rows(self, shapedBy: text).request(table)
  }

  /// The key if the query only looks up the row with one key.
  private var lookupKey: [StoredValue]? {
    guard let keys, keys.count == 1, values == nil, keys.values.allSatisfy(\.isLookupValue) else { return nil }
    return keys.values
  }
}

extension StoredValue {
  /// Whether the value determines its type and can be sent.
  fileprivate var isLookupValue: Bool {
    switch self {
    case .null, .list, .json: false
    case .text(let text): !text.utf8.contains(0)
    default: true
    }
  }

  /// The widest type in which the value can be sent. An array is sent as one of texts, because the value does not
  /// determine the type of its elements.
  fileprivate var serverType: ServerType {
    switch self {
    case .null, .text: .text
    case .bool: .bool
    case .integer: .int64
    case .real: .double
    case .data: .bytes
    case .uuid: .uuid
    case .date: .date
    case .day: .day
    case .decimal: .decimal
    case .json: .json
    case .list: .textList
    }
  }
}

#endif
