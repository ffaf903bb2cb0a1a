#if PostgreSQL
@_spi(Backend) public import IgataRuntime
@_spi(Backend) public import IgataSQL
public import IgataTables

// A value in a subquery with `OFFSET 0` is computed once, and not at each of its uses.
@_spi(Backend) extension PostgreSQLDialect {
  public func append(
    _ root: QueryExpression, _ path: JSONPath, _ form: JSONForm, depth: Int, to query: inout QueryTranslator
  ) throws(StoreError) {
    let value = try query.rendering { (query) throws(StoreError) in
      guard !path.isRefused else { return query.sql += "NULL::jsonb" }
      guard !path.steps.isEmpty else { return try query.append(root, depth: depth + 1) }
      query.sql += "jsonb_path_query_first("
      try query.append(root, depth: depth + 1)
      query.sql += ", "
      query.appendParameter(.value(.text(path.serverPath)))
      query.sql += "::jsonpath, '{}', true)"
    }
    let scalar = "FROM (SELECT \(value) AS v OFFSET 0) AS o)"
    let number = "FROM (SELECT (CASE jsonb_typeof(o.v) WHEN 'number' THEN o.v #>> '{}' END)::numeric AS v \(scalar)"
    let formed =
      switch form {
      case .json: value
      case .string: "(SELECT CASE jsonb_typeof(o.v) WHEN 'string' THEN o.v #>> '{}' END \(scalar)"
      case .bool: "(SELECT CASE o.v WHEN 'true'::jsonb THEN true WHEN 'false'::jsonb THEN false END \(scalar)"
      case .int64: "(SELECT CASE WHEN \(Self.isInteger) THEN o.v::bigint END \(number) AS o)"
      case .double: "(SELECT \(Self.nearestDouble) \(number) AS o)"
      case .decimal: "(SELECT CASE WHEN \(Self.exceedsDecimal) THEN NULL ELSE o.v END \(number) AS o)"
      }
    query.sql += formed
  }

  private static let isInteger = "o.v = trunc(o.v) AND o.v BETWEEN -9223372036854775808 AND 9223372036854775807"

  /// PostgreSQL fails if the nearest number is infinite, or zero.
  private static let nearestDouble = """
    CASE WHEN abs(o.v) >= power(2::numeric, 1024) - power(2::numeric, 970) \
    THEN sign(o.v)::double precision * 'Infinity'::double precision \
    WHEN abs(o.v) <= power(5::numeric, 1075) * 1e-537 * 1e-538 THEN 0 ELSE o.v::double precision END
    """
}

extension JSONPath {
  /// The path as the server writes it. A member of an array and an element of an object are errors if it is strict, of
  /// which the function returns null.
  fileprivate var serverPath: String {
    steps.reduce(into: "strict $") { path, step in
      if case .string = step { path += ".\(step)" } else { path += "[\(step)]" }
    }
  }

  /// Whether the path leads nowhere, and the server refuses it: no JSON has a NUL, nor so many elements.
  fileprivate var isRefused: Bool {
    steps.contains { step in
      switch step {
      case .string(let key): key.utf8.contains(0)
      case .number(let index): (index.int64 ?? .max) > Int32.max
      default: true
      }
    }
  }
}

#endif
