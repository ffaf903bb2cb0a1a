internal import Foundation
public import IgataTables

/// Where the values begin and end in the order of a column of another program that are read as a value of the schema.
///
/// Reading must keep the order: of two stored values, the greater one is never read as the lesser.
@_spi(Backend) public enum StoredBounds: Hashable, Sendable {
  /// A date as text. Texts with a zone are in the order of their dates only to the second, or to the day.
  case dateText(StoredForm.DateText)
  /// A date as a whole number of units.
  case wholeUnits(StoredForm.DateNumber)
  /// The one number of units of a date; none for a date between two of them.
  case wholeUnit(StoredForm.DateNumber)
  /// A date as a number of units that may have a fraction.
  case units(StoredForm.DateNumber)
  /// A fixed-point number as a number, whose unit is a fraction of 1.
  case number(scale: Int64)
  /// The same in whole units, of which the database takes half a unit: what is so far from one can't be read.
  case wholes
  /// A `Decimal` as a number that is nearest to it; with digits after the point, to that many of which it is read.
  case shortest(digits: Int?)
  /// A value that is sent as it is, and that the database converts to the one that it stores.
  case value
  /// A date that the database keeps more exactly than a `Date` does far from today.
  case date
  /// The same without a zone.
  case localDate
  /// A value that has one stored value. Where values are only compared for equality, it may have none.
  case stored(StoredForm)

  /// One end of a value's range.
  public enum Edge: Hashable, Sendable {
    /// Below it, everything is read as less than the value.
    case start
    /// From it on, everything is read as more.
    case end
  }

  /// Whether everything between the ends of a value's range is read as the value. Otherwise it may be.
  public var areExact: Bool {
    switch self {
    case .dateText(.iso), .dateText(.offset), .shortest: false
    case .dateText(.plain), .wholeUnits, .wholeUnit, .units, .number, .wholes, .value, .date, .localDate, .stored: true
    }
  }

  /// Whether rows in the order of the column are in the order of the values: of two stored values that are read as
  /// equal ones, none is before the other.
  public var areInOrder: Bool {
    switch self {
    case .wholeUnits, .wholeUnit, .value, .date, .localDate, .stored: true
    case .dateText, .units, .number, .wholes, .shortest: false
    }
  }

  /// Whether a value's range consists of its start alone.
  public func areSingle(for value: StoredValue) -> Bool {
    switch (self, value) {
    case (.stored, _), (.value, _), (.wholeUnit, _): return true
    case (.date, .date(let microseconds)), (.localDate, .date(let microseconds)):
      guard microseconds < .max else { return false }
      return bound(.end, of: value) == .date(microseconds: microseconds + 1)
        && bound(.start, of: value) == value
    default: return false
    }
  }

  /// An end of the range of a value; `nil` if the value is of another type.
  public func bound(_ edge: Edge, of value: StoredValue) -> StoredValue? {
    switch (self, value) {
    case (.stored(let form), _): return form.storedKey(value)
    case (.wholeUnit(let unit), _):
      if case .integer(let number)? = StoredForm.dateNumber(unit).storedKey(value) { return .integer(number) }
      return nil
    case (.value, _): return value
    case (.wholes, .integer(let units)):
      if edge == .start { return .integer(units) }
      return units == .max ? nil : .integer(units + 1)
    case (.number(let scale), .integer(let units)):
      guard let first = Self.first(edge, units) else { return .real(.infinity) }
      return StoredNumber.least(first, per: scale) { StoredNumber.decimalUnits($0, per: $1)?.units }
    case (.shortest(let digits), .decimal(let value)):
      guard let nearest = Double(value.canonicalText), !nearest.isNaN else { return nil }
      let slack = digits.flatMap { Double("1e\(-$0 - 5)") } ?? 0
      // An integer may be between the value and the number that is nearest to it.
      return .real(edge == .start ? min(nearest.nextDown, nearest - slack) : max(nearest.nextUp, nearest + slack))
    case (_, .date(let microseconds)):
      // Far from today, a `Date` has the same value for several numbers of microseconds.
      guard let first = Self.first(edge, microseconds).flatMap(Self.firstMicroseconds) else { return .real(.infinity) }
      return bound(edge, ofMicroseconds: first)
    default: return nil
    }
  }

  private static func first(_ edge: Edge, _ value: Int64) -> Int64? {
    if edge == .start { return value }
    return value == .max ? nil : value + 1
  }

  /// The first microseconds that a `Date` keeps as at least a number of them.
  private static func firstMicroseconds(_ microseconds: Int64) -> Int64 {
    if Date.exact.contains(microseconds) { return microseconds }
    let seconds = Double(microseconds / 1_000_000 - 978_307_200)
    let distance = Int64(seconds.ulp * 1_000_000) + 2
    var low = microseconds.subtractingReportingOverflow(distance).overflow ? .min : microseconds - distance
    var high = microseconds.addingReportingOverflow(distance).overflow ? .max : microseconds + distance
    while low < high {
      let middle = low + (high - low) / 2
      if Date.kept(microsecondsSince1970: middle) >= microseconds { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func bound(_ edge: Edge, ofMicroseconds first: Int64) -> StoredValue? {
    switch self {
    case .dateText(let form): return .text(Self.text(edge, first, form))
    case .wholeUnits(let unit):
      return .integer(StoredNumber.leastWhole(first.saturatingSubtracting(unit.start), per: unit.microseconds))
    case .units(let unit):
      return StoredNumber.least(first.saturatingSubtracting(unit.start), per: unit.microseconds)
    case .date, .localDate: return .date(microseconds: first)
    case .wholeUnit, .number, .wholes, .shortest, .value, .stored: return nil
    }
  }

  /// The least text of a date that isn't before a number of microseconds, or with a zone the least one of its second or
  /// day. Neither end is a number, which SQLite might take it for.
  private static func text(_ edge: Edge, _ first: Int64, _ form: StoredForm.DateText) -> String {
    let day: Int64 = 86_400_000_000
    var first = first
    switch (form, edge) {
    case (.plain, _): break
    case (.iso, .start): first = first.floored(to: 1_000_000)
    case (.iso, .end): first = first.saturatingAdding(999_999).floored(to: 1_000_000)
    // A zone is less than a day.
    case (.offset, .start): first = first.saturatingSubtracting(day).floored(to: day)
    case (.offset, .end): first = first.saturatingAdding(2 * day).floored(to: day)
    }
    if first < StoredDateText.range.lowerBound { return "" }
    guard first < StoredDateText.range.upperBound else { return ":" }
    let isISO = form == .iso
    let text = StoredDateText.text(first, separator: UInt8(ascii: isISO ? "T" : " "), digits: nil, "")
    return form == .offset ? String(text.prefix(10)) : text
  }
}

extension StoredForm.DateNumber {
  /// The microseconds since 1970 at which the units begin.
  package var start: Int64 { self == .appleSeconds ? 978_307_200_000_000 : 0 }

  package var microseconds: Int64 { self == .milliseconds ? 1000 : 1_000_000 }
}

extension Int64 {
  fileprivate func floored(to unit: Int64) -> Int64 {
    let rest = flooredQuotientAndRemainder(dividingBy: unit).remainder
    return saturatingSubtracting(rest)
  }

  fileprivate func saturatingAdding(_ other: Int64) -> Int64 {
    let (sum, isOverflow) = addingReportingOverflow(other)
    return isOverflow ? (other > 0 ? .max : .min) : sum
  }

  fileprivate func saturatingSubtracting(_ other: Int64) -> Int64 {
    let (difference, isOverflow) = subtractingReportingOverflow(other)
    return isOverflow ? (other > 0 ? .min : .max) : difference
  }
}
