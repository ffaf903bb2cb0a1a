#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

/// How a column of the server holds the values of a column of the schema.
struct ServerColumnFit {
  let found: FoundColumn
  let column: ColumnDescription

  /// The type as the catalog spells it; that of the values for a domain.
  var type: String { found.type }
  private var wanted: ServerType { column.type.serverType }

  var fit: ColumnFit {
    guard var fit = fitOfType else {
      return .refused(words + (Self.reason(type, column.type) ?? ""), help: Self.help(type, column.type))
    }
    if case .fits(var adapted, let note) = fit {
      if isCollatedOtherwise, adapted.searched == nil {
        adapted.compared = "\(adapted.value ?? "$") COLLATE \"C\""
        adapted.searched = "$"
        adapted.comparison = "by \(found.collation)"
        fit = .fits(adapted, note: note)
      }
      if wanted == .text, let reason = found.collationRefusal {
        return .refused("\(words) with the collation \(found.collation), which \(reason)")
      }
      if let domain = found.domain {
        fit = .fits(adapted, note: "the database accepts less than the schema: the domain \(domain) may refuse values")
      } else if note == nil, wanted == .text, let length = Self.length(type) {
        let most = column.constraints.maximumLength ?? .max
        if length < most { fit = .fits(adapted, note: "the database accepts less than the schema: \(type)") }
      }
    }
    return fit
  }

  private var words: String { (found.domain.map { "the domain \($0) over " } ?? "") + type }

  /// Whether the server can't tell by which collation to compare the column with one of a table that `prepare` made.
  private var isCollatedOtherwise: Bool {
    wanted == .text && !found.hasDefaultCollation && !Self.codePointCollations.contains(found.collation)
  }

  /// Whether the column is compared by its bytes.
  var isOfCodePoints: Bool { !found.collation.isEmpty && Self.codePointCollations.contains(found.collation) }

  /// The collations that compare text by its bytes, which for UTF-8 is by code points.
  private static let codePointCollations: Set = ["", "C", "POSIX", "C.UTF-8", "C.utf8", "ucs_basic", "pg_c_utf8"]

  /// `nil` if the type doesn't fit.
  private var fitOfType: ColumnFit? {
    if let form = column.form { return fit(of: form) }
    if column.type.isKept(in: type) { return .fits() }
    switch wanted {
    case .text: return fitOfText
    case .int16, .int32, .int64: return fitOfIntegers
    case .json where type == "json":
      var adapted = AdaptedColumn()
      adapted.value = "$::jsonb"
      return .fits(adapted)
    case .date where type.hasPrefix("timestamp(") && type.hasSuffix("with time zone"): return fitOfFewerDigits
    case .decimal where type.hasPrefix("numeric("): return fitOfFewerDigits
    default: return nil
    }
  }

  private var fitOfText: ColumnFit? {
    var adapted = AdaptedColumn()
    adapted.value = "$::text"
    if type == "character varying" { return .fits(adapted) }
    if type.hasPrefix("character varying("), let length = Self.length(type) {
      // The server cuts trailing spaces off without an error.
      adapted.written = written(if: "length($) <= \(length)")
      return .fits(adapted)
    }
    if type.hasPrefix("character("), let length = Self.length(type) {
      // Trailing spaces are no part of the value.
      adapted.written = written(if: "length($) <= \(length) AND right($, 1) <> ' '")
      adapted.searched = "($)::bpchar"
      return .fits(adapted)
    }
    if type == "citext" || type.hasSuffix(".citext") {
      adapted.searched = "($)::\(type)"
      adapted.comparison = "by citext"
      return .fits(adapted)
    }
    return nil
  }

  /// A number that one side can't hold is an error when it is written, or when it is read.
  private var fitOfIntegers: ColumnFit? {
    let widths = ["smallint": 16, "integer": 32, "bigint": 64]
    guard case .scalar(let scalar) = column.type, scalar.scale == 1, let width = widths[type],
      let own = widths[wanted.name]
    else { return nil }
    var adapted = AdaptedColumn()
    adapted.hasOtherType = width != own
    return .fits(adapted, note: width < own ? "the database accepts less than the schema: \(type)" : nil)
  }

  /// A value with more digits would be rounded, and is refused when it is written.
  private var fitOfFewerDigits: ColumnFit {
    var adapted = AdaptedColumn()
    adapted.written = written(if: "$::\(type) = $")
    let digits = type.hasPrefix("timestamp(") ? type.split { !$0.isNumber }.first : nil
    let advice = digits.map { "; write @stored(as: local(\($0))) to round dates to it" } ?? ""
    return .fits(adapted, note: "the database accepts less than the schema: \(type)" + advice)
  }

  /// A value as it is stored if a condition holds; otherwise the statement fails with ``ServerFailure/converted``. The
  /// text is no constant, which would fail when the statement is planned.
  func written(_ value: String = "$", if condition: String, asText: Bool = false) -> String {
    let failure = PostgreSQLDialect().literal(ServerFailure.converted + column.name)
    let cast = asText || wanted == .text ? "integer::text" : wanted.name
    return "CASE WHEN $ IS NULL OR (\(condition)) THEN \(value) ELSE (\(failure) || left($::text, 0))::\(cast) END"
  }

  /// The number of characters in `character varying(20)`.
  private static func length(_ type: String) -> Int? {
    guard type.hasPrefix("character") else { return nil }
    return Int(type.drop { $0 != "(" }.dropFirst().dropLast())
  }

  /// An explanation for a type that holds the same values in another form.
  private static func reason(_ type: String, _ wanted: ColumnType) -> String? {
    if type.hasPrefix("the enum type ") { return ", whose values are read as text only after a conversion" }
    if type.hasPrefix("timestamp"), type.contains("without time zone"), wanted.isDate {
      return ", which does not say in which zone"
    }
    if type == "date" || type.hasPrefix("time "), wanted.isDate { return ", which holds a part of a date alone" }
    if type == "real", wanted.serverType == .double { return ", which rounds most numbers" }
    return nil
  }

  private static func help(_ type: String, _ wanted: ColumnType) -> String? {
    if wanted.isList { return nil }
    if wanted == .scalar(.day), type == "text" || type.hasPrefix("character") {
      return "write @stored(as: text), or @stored(as: compact) for eight digits"
    }
    if wanted == .scalar(.day), ["integer", "bigint"].contains(type) { return "write @stored(as: compact)" }
    switch type {
    case "date": return "read it as Day"
    case "real": return "read it as Float"
    case "double precision": return "read it as Double"
    case "smallint", "integer", "bigint": return "read it as Int"
    case "text", "character varying": return "read it as String"
    case "boolean": return "read it as Bool"
    case "uuid": return "read it as UUID"
    case "bytea": return "read it as Data"
    default: return type.hasPrefix("numeric") ? "read it as Decimal" : nil
    }
  }
}

extension ColumnType {
  fileprivate var isDate: Bool { PostgreSQLDialect().valueType(of: self) == .date }

  /// The type as the catalog spells it.
  private var catalogName: String {
    switch self {
    case .scalar(.decimal(let precision?, let scale)): "numeric(\(precision),\(scale ?? 0))"
    case .list where isDate: "timestamp with time zone[]"
    case _ where isDate: "timestamp with time zone"
    default: serverType.name
    }
  }

  /// Whether a column of the type, as the catalog spells it, returns every value unchanged.
  fileprivate func isKept(in type: String) -> Bool {
    if type == catalogName { return true }
    // With all digits that a server stores, which it does without a precision, too.
    if isDate { return type == catalogName.replacing("timestamp", with: "timestamp(6)") }
    // Without a precision it keeps every number.
    guard case .scalar(.decimal(let precision, let scale)) = self, type.hasPrefix("numeric") else { return false }
    guard type != "numeric" else { return true }
    let digits = type.split { !$0.isNumber }.compactMap { Int($0) }
    guard let precision, digits.count == 2 else { return false }
    return digits[1] >= scale ?? 0 && digits[0] - digits[1] >= precision - (scale ?? 0)
  }
}

#endif
