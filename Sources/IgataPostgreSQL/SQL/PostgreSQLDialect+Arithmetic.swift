#if PostgreSQL
@_spi(Backend) public import IgataRuntime
@_spi(Backend) public import IgataSQL
public import IgataTables

// PostgreSQL's own arithmetic, which is exact for integers and decimals, with conditions that make it fail, or succeed,
// in the same cases as on other backends. A value that is used more than once is computed in a subquery, which `OFFSET
// 0` prevents the planner from inlining at each use.
@_spi(Backend) extension PostgreSQLDialect {
  private enum Family {
    case integer, real, decimal

    init?(_ type: ColumnType) {
      switch type.storage {
      case .integer: self = .integer
      case .real: self = .real
      case .decimal: self = .decimal
      default: return nil
      }
    }
  }

  public func append(
    _ operation: ArithmeticOperator, _ left: QueryExpression, _ right: QueryExpression, depth: Int,
    to query: inout QueryTranslator
  ) throws(StoreError) {
    let family = Family(try query.type(of: left == .value(.null) ? right : left))
    guard let family, family == Family(try query.type(of: right == .value(.null) ? left : right)) else {
      query.sql += "NULL"
      return
    }
    try append(family, operation, left, right, depth: depth, to: &query)
  }

  private func append(
    _ family: Family, _ operation: ArithmeticOperator, _ left: QueryExpression, _ right: QueryExpression, depth: Int,
    to query: inout QueryTranslator
  ) throws(StoreError) {
    switch family {
    case .integer:
      query.sql += "("
      try append(left, as: "bigint", depth: depth, to: &query)
      query.sql += operation.symbol
      try append(right, as: "bigint", depth: depth, to: &query)
      query.sql += ")"
    case .decimal:
      query.sql += Self.decimalStart
      try append(left, as: "numeric", depth: depth, to: &query)
      query.sql += operation.symbol
      try append(right, as: "numeric", depth: depth, to: &query)
      query.sql += Self.decimalEnd
    case .real:
      query.sql += operation == .multiply ? Self.productStart : Self.sumStart(operation)
      try append(left, as: "double precision", depth: depth, to: &query)
      query.sql += " AS a, "
      try append(right, as: "double precision", depth: depth, to: &query)
      query.sql += Self.realEnd
    }
  }

  private func append(
    _ operand: QueryExpression, as type: String, depth: Int, to query: inout QueryTranslator
  ) throws(StoreError) {
    query.sql += "("
    try query.append(operand, depth: depth + 1)
    query.sql += ")::\(type)"
  }

  /// PostgreSQL would round a number with too many decimal places for the column.
  public func assigned(_ value: String, to column: Int, of table: TableDescription) -> String {
    guard case .scalar(.decimal(let precision?, let scale)) = table.columns[column].type else { return value }
    let name = "numeric(\(precision), \(scale ?? 0))"
    return "(SELECT CASE WHEN o.v::\(name) <> o.v THEN (o.v * 0 + 1e30)::bigint ELSE o.v END FROM (SELECT "
      + "(\(value))::numeric AS v OFFSET 0) AS o)"
  }

  /// A `Decimal` has 128 bits, and up to 128 decimal places.
  static let exceedsDecimal = """
    nullif(trim(both '0' from replace(abs(o.v)::text, '.', '')), '')::numeric \
    >= 340282366920938463463374607431768211456 OR min_scale(o.v) > 128 \
    OR abs(o.v) >= 340282366920938463463374607431768211456e127
    """
  static let decimalStart =
    "(SELECT CASE WHEN \(exceedsDecimal) THEN (o.v * 0 + 1e30)::bigint ELSE o.v END FROM (SELECT "
  static let decimalEnd = " AS v OFFSET 0) AS o)"

  /// NaN is out of range: casting it to an integer fails.
  private static let realStart = "(SELECT CASE WHEN o.v = 'NaN' THEN o.v::bigint ELSE o.v END FROM (SELECT CASE "
  private static let realEnd = " AS b OFFSET 0) AS p OFFSET 0) AS o)"

  /// PostgreSQL fails if the sum is infinite. Whether it will be is known from half of it, which is exact: it is at
  /// least 2¹⁰²³. A number that is much smaller adds nothing to the greatest ones, and half of it may be zero.
  private static func sumStart(_ operation: ArithmeticOperator) -> String {
    let half = "(p.a / 2\(operation.symbol)p.b / 2)"
    return realStart + "WHEN abs(p.a) < 1e290 OR abs(p.b) < 1e290 THEN p.a\(operation.symbol)p.b "
      + "WHEN abs(\(half)) < 8.98846567431158e307 THEN p.a\(operation.symbol)p.b "
      + "WHEN abs(\(half)) = 'NaN' THEN 'NaN' ELSE sign(\(half)) * 'Infinity'::double precision END AS v FROM (SELECT "
  }

  /// PostgreSQL fails if the product is infinite, or is zero and no factor is. Factors that are scaled by 2⁵¹² show
  /// both within the range, unless both factors are tiny.
  private static let productStart =
    realStart + """
      WHEN abs(p.a) = 'Infinity' OR abs(p.b) = 'Infinity' OR p.a = 0 OR p.b = 0 THEN p.a * p.b \
      WHEN abs(p.a) >= 1 AND abs(p.b) >= 1 THEN CASE \
      WHEN abs((p.a / 1.3407807929942597e154) * (p.b / 1.3407807929942597e154)) >= 1 \
      THEN sign(p.a) * sign(p.b) * 'Infinity'::double precision ELSE p.a * p.b END \
      WHEN abs(p.a) <= 1e-170 AND abs(p.b) <= 1e-170 THEN sign(p.a) * sign(p.b) * 0 \
      WHEN abs(p.a) <= 1 AND abs(p.b) <= 1 AND abs((p.a * 1.3407807929942597e154) * (p.b * 1.3407807929942597e154)) \
      <= 4.440892098500626e-16 THEN sign(p.a) * sign(p.b) * 0 ELSE p.a * p.b END AS v FROM (SELECT 
      """
}

#endif
