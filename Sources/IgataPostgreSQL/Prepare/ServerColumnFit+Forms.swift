#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

extension ServerColumnFit {
  /// Whether the column keeps values in a form; `nil` if its type doesn't.
  func fit(of form: StoredForm) -> ColumnFit? {
    var adapted = AdaptedColumn()
    switch form {
    case .local(let digits):
      if type.hasPrefix("timestamp("), type.hasSuffix("with time zone"), let digits,
        let kept = self.digits(of: type).first, kept >= digits
      {
        // The server rounds as the store has done already.
        adapted.written = "($)::timestamp(\(digits)) with time zone"
        adapted.bounds = .date
        break
      }
      guard type.hasPrefix("timestamp"), type.hasSuffix("without time zone") else { return nil }
      if let kept = self.digits(of: type).first, kept < digits ?? 6 {
        return .refused("\(type), which keeps fewer digits", help: "write @stored(as: local(\(kept)))")
      }
      adapted.value = "($ AT TIME ZONE 'UTC')"
      adapted.written = digits.map { "($ AT TIME ZONE 'UTC')::timestamp(\($0))" } ?? "($ AT TIME ZONE 'UTC')"
      adapted.searched = adapted.written
      adapted.bounds = .localDate
      adapted.isReadAsStored = true
    case .native(let name):
      guard type.hasPrefix(Self.enumPrefix), case let own = String(type.dropFirst(Self.enumPrefix.count)),
        !own.contains("$")
      else { return nil }
      let isList = own.hasSuffix("[]")
      let element = isList ? String(own.dropLast(2)) : own
      guard isList == column.type.isList else { return nil }
      guard element == name || element == PostgreSQLDialect().identifier(name) else {
        return .refused("the enum type \(own)", help: "write @stored(as: native(\"\(element.trimmingQuotes)\"))")
      }
      if isList {
        (adapted.value, adapted.written) = ("($)::text[]", "($)::\(own)")
        break
      }
      adapted.value = "($)::text"
      adapted.written = "($)::\(own)"
      // Null for a text that is no value of the type.
      let values = "enum_range(NULL::\(own))"
      adapted.searched = "(SELECT (\(values))[array_position(\(values)::text[], $)])"
      adapted.isSearchExact = true
      adapted.isReadAsStored = true
    case .uuidText(let text):
      let length = digits(of: type).first ?? 36
      guard ["text", "citext"].contains(type) || type.hasPrefix("character"), length >= (text == .hex ? 32 : 36) else {
        return nil
      }
      adapted.value = "($)::uuid"
      adapted.written =
        switch text {
        case .lower: "($)::text"
        case .upper: "upper(($)::text)"
        case .hex: "replace(($)::text, '-', '')"
        }
      adapted.searched = adapted.written
      adapted.keyForm = form
      adapted.isReadAsStored = true
      if isOfCodePoints { adapted.bounds = .stored(form) }
      adapted.isSearchExact = !type.hasPrefix("character(")
    case .dateNumber(let unit):
      guard ["integer", "bigint"].contains(type) else { return nil }
      let start = unit == .appleSeconds ? "timestamp '2001-01-01'" : "timestamp 'epoch'"
      let (word, factor) = unit == .milliseconds ? ("millisecond", 1000) : ("second", 1)
      // Days and the rest of one are multiplied as they are; the whole number would be rounded.
      let day = 86_400 * factor
      adapted.value =
        "((\(start) + (($) / \(day)) * interval '1 day' + (($) % \(day)) * interval '1 \(word)') AT TIME ZONE 'UTC')"
      adapted.written = "floor(extract(epoch FROM (($) AT TIME ZONE 'UTC') - \(start)) * \(factor) + 0.5)::\(type)"
      adapted.searched = adapted.written
      (adapted.bounds, adapted.single) = (.wholeUnits(unit), .wholeUnit(unit))
      adapted.isReadAsStored = true
    case .number:
      guard type.hasPrefix("numeric"), column.type.storage == .integer else { return fitOfDecimal }
      let scale = column.type.scale
      // To the nearest unit, unless it is farther than a millionth of one.
      adapted.value = """
        CASE WHEN ($) IS NULL OR abs(($) * \(scale) - round(($) * \(scale))) <= 0.000001 \
        THEN round(($) * \(scale))::bigint ELSE (\(unread) || left(($)::text, 0))::bigint END
        """
      // A reader tells which row has another number.
      adapted.isReadAsStored = true
      let unit = column.type.unit ?? "1"
      if let fraction = digits(of: type).dropFirst().first, fraction < unit.utf8.count - 1 {
        (adapted.bounds, adapted.bound) = (.value, "(($)::numeric * \(unit))")
      } else {
        let half = unit.contains(".") ? unit.dropLast() + "05" : "0.5"
        (adapted.bounds, adapted.bound) = (.wholes, "(($)::numeric * \(unit) - \(half))")
      }
      let exact = "(($)::numeric / \(scale))"
      adapted.written = written(exact, if: "(\(exact)::\(type) * \(scale))::bigint = ($)")
    case .dateText(let text):
      let least = digits(of: type).first ?? 64
      guard type == "text" || type.hasPrefix("character varying"), least >= text.length else { return nil }
      adapted.value = text.value
      let years = "$ >= '0001-01-01 00:00:00+00' AND $ < '10000-01-01 00:00:00+00'"
      adapted.written = written(text.written, if: years, asText: true)
      adapted.bounds = .dateText(text)
      adapted.ordered = isOfCodePoints ? nil : "$ COLLATE \"C\""
      if case .plain = text { (adapted.edges, adapted.sortKey) = (text.edges, text.shortest + " COLLATE \"C\"") }
      adapted.isReadAsStored = true
      adapted.calculated =
        "(CASE WHEN ($) IS NULL THEN NULL ELSE coalesce(\(text.value), (\(unread) || left($, 0))::timestamptz) END)"
    case .day(let isCompact):
      guard let text = textOfDay(isCompact: isCompact) else { return nil }
      adapted = text
      if type.isText { adapted.keyForm = form }
      // The server pads a text of a fixed length.
      adapted.isReadAsStored = !type.hasPrefix("character(")
    }
    return .fits(adapted)
  }

  /// A text that fails as ``ServerFailure/unread`` where it is cast, with something that isn't constant behind it.
  private var unread: String { PostgreSQLDialect().literal(ServerFailure.unread + column.name) }

  /// A day as text, or as a whole number of eight digits.
  ///
  /// What is no day is read as an infinite one, which the server would refuse to make of a text: the row that has it is
  /// reported, and the others are read.
  private func textOfDay(isCompact: Bool) -> AdaptedColumn? {
    let isNumber = ["integer", "bigint"].contains(type)
    let count = isCompact ? 8 : 10
    guard type.isText ? digits(of: type).first ?? count >= count : isNumber && isCompact else { return nil }
    let mark = isCompact ? "" : "-"
    let text = isNumber ? "lpad(($)::text, greatest(length(($)::text), 8), '0')" : "($)::text"
    let month = "substr(\(text), 1, \(count - 2 - mark.utf8.count))"
    let day = "((\(month) || '\(mark)01')::date + substr(\(text), \(count - 1))::integer - 1)"
    let written = "to_char($, 'YYYY\(mark)MM\(mark)DD')"
    var adapted = AdaptedColumn()
    func value(_ other: String) -> String {
      """
      CASE WHEN ($) IS NULL THEN NULL \
      WHEN \(text) SIMILAR TO '[0-9]{4}\(mark)(0[1-9]|1[0-2])\(mark)[0-3][0-9]' AND \(text) >= '0001' THEN \
      CASE WHEN \(written.replacing("$", with: day)) = \(text) THEN \(day) ELSE \(other) END \
      ELSE \(other) END
      """
    }
    adapted.value = value("'infinity'::date")
    adapted.calculated = "(\(value("(\(unread) || left(\(text), 0))::date")))"
    adapted.written = isNumber ? "(\(written))::\(type)" : written
    adapted.searched = type.hasPrefix("character(") ? "(\(written))::bpchar" : adapted.written
    adapted.bounds = .stored(.day(isCompact: isCompact))
    adapted.bound = isNumber ? "($)::\(type)" : type.hasPrefix("character(") ? "($)::bpchar" : nil
    return adapted
  }

  private static let enumPrefix = "the enum type "

  /// A `Decimal` is kept as a number anyway.
  private var fitOfDecimal: ColumnFit? {
    var plain = column
    plain.form = nil
    return column.type.storage == .decimal ? ServerColumnFit(found: found, column: plain).fit : nil
  }

  /// The numbers in the parentheses of a type.
  private func digits(of type: String) -> [Int] { type.split { !$0.isNumber }.compactMap { Int($0) } }
}

// The texts of dates, which the server converts where an expression has one.
extension StoredForm.DateText {
  /// How many characters are written at most.
  fileprivate var length: Int {
    switch self {
    case .plain(let digits): digits.map { $0 == 0 ? 19 : 20 + $0 } ?? 26
    case .iso: 27
    case .offset: 32
    }
  }

  /// The date of a text; null for one in another form.
  fileprivate var value: String {
    let (separator, zone) =
      switch self {
      case .plain: (" ", "")
      case .iso: ("T", "Z")
      case .offset: ("[ T]", "([Zz]|[-+]([01][0-9]|2[0-3]):?[0-5][0-9])")
      }
    let day = "(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    let form = "^\(day)\(separator)([01][0-9]|2[0-3])(:[0-5][0-9]){2}([.][0-9]+)?\(zone)\\Z"
    // The server would round digits beyond microseconds.
    let exact = "regexp_replace($, '([.][0-9]{6})[0-9]+', '\\1')"
    let date = zone.isEmpty ? "(\(exact))::timestamp AT TIME ZONE 'UTC'" : "(\(exact))::timestamptz"
    return "(CASE WHEN $ ~ '\(form)' THEN \(date) END)"
  }

  /// A text without the zeros at its end, and without digits beyond microseconds: such texts are in the order of their
  /// dates. Only for texts without a zone.
  fileprivate var shortest: String {
    "CASE WHEN length($) <= 19 THEN $ ELSE rtrim(rtrim(left($, 26), '0'), '.') END"
  }

  /// The ends of the range of a text, without a zone.
  fileprivate var edges: StoredEdges {
    let next = Self.plain(digits: nil).written.replacing("$", with: "(\(value) + interval '1 microsecond')")
    return StoredEdges(
      start: "CASE WHEN \(value) IS NOT NULL THEN \(shortest) END",
      end: """
        CASE WHEN $ IS NULL THEN '' WHEN \(value) < '9999-12-31 23:59:59.999999+00' THEN \(next) \
        WHEN \(value) IS NOT NULL THEN ':' END
        """, least: "''", greatest: "':'", needsBoth: true)
  }

  /// The text of a date.
  fileprivate var written: String {
    let kind = if case .plain(let digits?) = self { "timestamp(\(min(digits, 6)))" } else { "timestamp" }
    let utc = "($ AT TIME ZONE 'UTC')::\(kind)"
    let text = "to_char(\(utc), 'YYYY-MM-DD\(self == .iso ? "\"T\"" : " ")HH24:MI:SS.US')"
    let trimmed = "rtrim(rtrim(\(text), '0'), '.')"
    switch self {
    case .plain(nil): return trimmed
    case .plain(0?): return "left(\(text), 19)"
    case .plain(let digits?): return "rpad(left(\(text), \(20 + min(digits, 6))), \(20 + digits), '0')"
    case .iso: return "(\(trimmed) || 'Z')"
    case .offset: return "(\(trimmed) || '+00:00')"
    }
  }
}

extension String {
  /// Whether a type, as the catalog spells it, is one of texts.
  fileprivate var isText: Bool { self == "text" || hasPrefix("character") }

  /// A name without the quotes of SQL.
  fileprivate var trimmingQuotes: String { replacing("\"", with: "") }
}

#endif
