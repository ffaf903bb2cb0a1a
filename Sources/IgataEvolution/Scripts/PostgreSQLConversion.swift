import IgataSchema
import IgataTables

/// An expression for a value, and the condition under which it fits the new column.
///
/// The server doesn't evaluate the terms of `AND` in their order, so what can fail stands in a `CASE` whose condition
/// is that it doesn't.
struct PostgreSQLConversion: ScriptConversion {
  let source: String
  let old: ColumnType
  let new: ColumnType
  let dialect = PostgreSQLDialect()
  /// The converted value.
  var value: String
  /// The conditions that hold for a value that fits; they may be null for a null. Those of each level can be evaluated
  /// only for values that satisfy the levels before it.
  private var levels: [[String]] = []

  init(_ source: String, _ old: ColumnType, _ new: ColumnType) {
    self.source = source
    self.old = old
    self.new = new
    value = source
  }

  mutating func require(_ condition: String) { levels.append([condition]) }

  /// Requires conditions that can be evaluated in any order.
  mutating func require(_ conditions: String...) { levels.append(conditions) }

  /// Lets no value stay.
  mutating func reject() {
    value = "NULL"
    require("false")
  }

  // MARK: Enums

  /// Maps the raw values of cases, and requires that there is a case.
  mutating func map(_ match: EnumMatch) {
    guard let cases = CaseMapping(match, old, new, dialect) else { return }
    let isList = old.isList
    func array(_ values: [String]) -> String {
      "ARRAY[\(values.joined(separator: ", "))]::\(dialect.plainTypeName(of: old.element))[]"
    }
    if cases.refusesUnknown {
      let known = cases.known
      require(isList ? "\(source) <@ \(array(known))" : "\(source) IN (\(known.joined(separator: ", ")))")
    } else if !cases.gone.isEmpty {
      let gone = cases.gone
      require(isList ? "NOT \(source) && \(array(gone))" : "\(source) NOT IN (\(gone.joined(separator: ", ")))")
    }
    guard !cases.arms.isEmpty else { return }
    guard isList else { return value = cases.mapped(source) }
    let items = "unnest(\(source)) WITH ORDINALITY AS \"item\" (\"value\", \"position\")"
    let mapped = cases.mapped("\"item\".\"value\"")
    let list = "ARRAY(SELECT \(mapped) FROM \(items) ORDER BY \"item\".\"position\")"
    value = "CASE WHEN \(source) IS NOT NULL THEN \(list) END"
  }

  // MARK: Types

  mutating func convert(_ backfill: Backfill.Kind?) {
    let conversion = Conversion(old, new)
    if conversion == .same || conversion == .widening { return }
    if conversion == .unknown {
      return reject()
    }
    switch (old, new) {
    case (_, .list(let element)) where Conversion(old, element) == .same:
      value = "CASE WHEN \(source) IS NOT NULL THEN ARRAY[\(source)] END"
    case (.list(let element), _) where Conversion(element, new) == .same:
      require("cardinality(\(source)) = 1")
      value = "(\(source))[1]"
    case (.scalar(.uuid), .scalar(.string)): value = "upper(\(source)::text)"
    case (.scalar(.string), .scalar(.uuid)):
      require("\(source) ~ '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$'")
      value = "\(source)::uuid"
    case (.scalar(.string), .scalar(.date)): readDate()
    case (.scalar(.day), .scalar(.string)): value = "to_char(\(source), 'YYYY-MM-DD')"
    case (.scalar(.day), .scalar(.date)): value = "\(source)::timestamp AT TIME ZONE 'UTC'"
    case (.scalar(.date), .scalar(.day)):
      let local = "(\(source) AT TIME ZONE 'UTC')"
      require("\(local) >= '0001-01-01'", "\(local) < '10000-01-01'", "date_trunc('day', \(local)) = \(local)")
      value = "\(local)::date"
    case (.scalar(.string), .scalar(.day)): readDay()
    case (.scalar(.string), .scalar(.url)): readURL()
    case (.scalar(.string), .stringEnum(let cases, _)):
      require("\(source) IN (\(cases.map { dialect.literal($0) }.joined(separator: ", ")))")
    default: convertNumbers(backfill)
    }
  }

  /// A text that a URL has without any escape added.
  private mutating func readURL() {
    let characters = dialect.literal("^[]A-Za-z0-9._~:/?#[@!$&'()*+,;=%-]+$")
    // What comes before a colon is a scheme.
    require(
      "\(source) ~ \(characters)", "\(source) !~ '%(?![0-9A-Fa-f]{2})'",
      "(\(source) !~ '^[^/?#]*:' OR \(source) ~ '^[A-Za-z][A-Za-z0-9+.-]*:')")
  }

  /// A day that is in its month.
  private mutating func readDay() {
    require(
      "\(source) ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'", "\(source) !~ '^0000'")
    requireDayInMonth()
    value = "\(source)::date"
  }

  /// Requires that the month of a text that begins with `2024-05-27` has that day.
  private mutating func requireDayInMonth() {
    let part = { [source] (from: Int, count: Int) in "substr(\(source), \(from), \(count))" }
    let month = "make_date(\(part(1, 4))::integer, \(part(6, 2))::integer, 1)"
    require("\(part(9, 2))::integer <= extract(day FROM \(month) + interval '1 month - 1 day')")
  }

  /// A date and a time with seconds and a time zone.
  private mutating func readDate() {
    let source = source
    require(
      """
      \(source) ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt ]([01][0-9]|2[0-3])(:[0-5][0-9]){2}\
      ([.,][0-9]{1,6}0*)?([Zz]|[+-]([01][0-9]|2[0-3]):?[0-5][0-9])$'
      """, "\(source) !~ '^0000'")
    requireDayInMonth()
    let part = { (from: Int, count: Int) in "substr(\(source), \(from), \(count))" }
    let zone = "substring(\(source) FROM '[+-][0-9]{2}:?[0-9]{2}$')"
    // The server takes no zone beyond 16 hours.
    let local = "replace(\(part(1, 10)) || ' ' || substring(\(source) FROM 12 FOR 8) || "
      + "coalesce(substring(\(source) FROM '[.,][0-9]+'), ''), ',', '.')::timestamp"
    let offset = "make_interval(hours => substr(\(zone), 2, 2)::integer, mins => right(\(zone), 2)::integer)"
    value = """
      (\(local) + CASE left(\(zone), 1) WHEN '-' THEN \(offset) WHEN '+' THEN -\(offset) ELSE interval '0' END) \
      AT TIME ZONE 'UTC'
      """
  }

  // MARK: Bounds

  /// Requires the checks of the new column that the old one doesn't have.
  mutating func hold(to column: ColumnDescription, _ former: ColumnDescription, _ backfill: Backfill.Kind?) {
    guard BoundsChange(former.constraints, column.constraints).isTighter || former.type.storage != column.type.storage
    else { return }
    // What is clamped or truncated satisfies that bound.
    var rest = column
    let bounds = column.constraints
    switch backfill {
    case .clamped? where column.type.isNumber && !bounds.excludesMaximum:
      // The server takes the bounds for numbers of the old type otherwise.
      if old == .scalar(.float), new == .scalar(.double) { value += "::double precision" }
      value = Self.clamped(value, column.nearestMinimum, column.nearestMaximum)
      (rest.constraints.minimum, rest.constraints.maximum) = (nil, nil)
    case .truncated? where column.type.storage == .text, .clamped? where column.type.storage == .text:
      if let maximum = bounds.maximumLength { value = "left(\(value), \(maximum))" }
      rest.constraints.maximumLength = nil
    default: break
    }
    let checks = dialect.checks(of: rest, named: "(\(value))").filter { $0.kind == .length || $0.kind == .range }
    if !checks.isEmpty { levels.append(checks.map { "(\($0.expression))" }) }
  }

  // MARK: The expression

  var fits: String? {
    levels.reversed().reduce(nil) { inner, level in
      let outer = level.joined(separator: " AND ")
      return inner.map { "CASE WHEN \(outer) THEN \($0) ELSE false END" } ?? outer
    }
  }

  func fails(_ condition: String, isNullable: Bool) -> String {
    "\(isNullable ? "\(source) IS NOT NULL AND " : "")(\(condition)) IS NOT TRUE"
  }
}
