#if PostgreSQL
@_spi(Backend) public import IgataRuntime
@_spi(Backend) public import IgataSQL
public import IgataTables

@_spi(Backend) extension PostgreSQLDialect {
  /// PostgreSQL adds integers and decimals exactly, but not floating-point numbers: these are returned one by one.
  public func aggregate(
    _ function: AggregateFunction, of value: String, _ type: ColumnType
  ) -> (columns: [String], form: AggregateResult.Form) {
    switch function {
    case .sum where type.storage == .real, .average where type.storage == .real:
      (["array_agg((\(value))::double precision)"], .reals(isAverage: function == .average))
    case .sum: (["sum(\(value))::text"], .sumText(isInteger: type.storage == .integer))
    case .average: (["sum(\(value))::text", "count(\(value))"], .averageOfSumText)
    case .minimum: ([extreme("min", of: value, type, ofBools: "bool_and")], .value(type))
    case .maximum: ([extreme("max", of: value, type, ofBools: "bool_or")], .value(type))
    case .count: (["count(\(value))"], .count)
    }
  }

  /// PostgreSQL has no `min` and `max` of bytes and UUIDs. Their hexadecimal digits sort in the same order.
  private func extreme(_ function: String, of value: String, _ type: ColumnType, ofBools: String) -> String {
    switch type.storage {
    case .bool: "\(ofBools)(\(value))"
    case .uuid: "\(function)((\(value))::text COLLATE \"C\")::uuid"
    case .data: "decode(\(function)(encode(\(value), 'hex') COLLATE \"C\"), 'hex')"
    default: "\(function)(\(value))"
    }
  }

  /// In a condition or an order, where no reader can complete a sum or an average, `numeric` holds it exactly;
  /// `OFFSET 0` prevents the planner from computing a value at each of its uses. For floating-point numbers that
  /// takes 20 times as long as a reader does.
  public func aggregate(_ function: AggregateFunction, ofGroup value: String, _ type: ColumnType) -> String? {
    switch (function, type.storage) {
    case (.sum, .real), (.average, .real): nil
    case (.sum, .decimal): "\(Self.decimalStart)coalesce(sum(\(value)), 0)\(Self.decimalEnd)"
    case (.sum, _): "coalesce(sum(\(value)), 0)::bigint"
    case (.average, _):
      Self.averageStart + "sum(\(value))::numeric AS s, nullif(count(\(value)), 0)::numeric AS n"
        + Self.averageEnd + (type.unit.map { " * \($0))" } ?? ")")
    case (.count, _), (.minimum, _), (.maximum, _): "\(function.name)(\(value))"
    }
  }

  /// The sum or the average of floating-point numbers.
  public func aggregate(_ function: AggregateFunction, ofRows values: String, _ type: ColumnType) -> String {
    function == .sum ? "coalesce(\(real(values, "o.v")), 0)" : real(values, Self.realQuotient)
  }

  /// 38 digits, ties to even, and at most 128 of them after the decimal point: `q` is the quotient × 10¹⁴⁰ without its
  /// fraction, `m` whether it has one, and `r` the digits below the unit `u` of the last one that is kept.
  /// The sum of narrow integers is a `bigint`, whose `sign` would be a `double precision`.
  private static let averageStart = """
    ((SELECT o.s * (o.t + (2 * o.r > o.u OR 2 * o.r = o.u AND (o.m OR o.t % 2 = 1))::integer) * o.u * 1e-140 \
    FROM (SELECT o.s, o.m, o.u, div(o.q, o.u) AS t, o.q % o.u AS r \
    FROM (SELECT o.s, o.m, o.q, ('1e' || greatest(length(o.q::text) - 38, 12))::numeric AS u \
    FROM (SELECT sign(o.s) AS s, div(abs(o.s) * 1e140, o.n) AS q, abs(o.s) * 1e140 % o.n <> 0 AS m \
    FROM (SELECT 
    """
  private static let averageEnd = " OFFSET 0) AS o OFFSET 0) AS o OFFSET 0) AS o OFFSET 0) AS o)"

  /// The exact sum `s` of `n` floating-point numbers in units of 2⁻¹⁰⁷⁴, of which each has an integer number, and the
  /// nearest number `v`; `result` is computed from these.
  private func real(_ values: String, _ result: String) -> String {
    """
    (SELECT \(result) FROM (SELECT o.s, o.n, CASE \
    WHEN o.p AND o.m THEN (o.n * 'NaN'::double precision)::bigint \
    WHEN o.p THEN 'Infinity' WHEN o.m THEN '-Infinity' \
    WHEN abs(o.s) >= power(2::numeric, 2098) - power(2::numeric, 2044) \
    THEN sign(o.s)::double precision * 'Infinity'::double precision \
    ELSE (o.s * power(5::numeric, 1074) * 1e-537 * 1e-537)::double precision END AS v \
    FROM (SELECT count(o.v) AS n, bool_or(o.v = 'Infinity') AS p, bool_or(o.v = '-Infinity') AS m, \
    sum(sign(o.v)::numeric * ((o.b & 4503599627370495) + CASE WHEN o.b >> 52 & 2047 = 0 THEN 0 \
    ELSE 4503599627370496 END) * power(2::numeric, greatest(o.b >> 52 & 2047, 1) - 1)) \
    FILTER (WHERE abs(o.v) < 'Infinity') AS s \
    FROM (SELECT a.v, ('x' || encode(float8send(a.v), 'hex'))::bit(64)::bigint AS b \
    FROM (SELECT a.v::double precision AS v FROM (\(values)) AS a OFFSET 0) AS a \
    OFFSET 0) AS o OFFSET 0) AS o OFFSET 0) AS o)
    """
  }

  /// PostgreSQL fails if a quotient is zero and the dividend is not.
  private static let realQuotient = "CASE WHEN 2 * abs(o.s) <= o.n THEN 0 ELSE o.v / nullif(o.n, 0) END"
}

#endif
