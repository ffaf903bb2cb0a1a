import Foundation
internal import IgataEvolution
@_spi(Backend) internal import IgataRuntime
internal import IgataSamples
internal import IgataSchema
internal import IgataTables

extension KeptValue {
  /// The value as the new column has it; `nil` if it doesn't fit.
  ///
  /// - Parameter value: A value of the old column, not null.
  func converted(_ value: StoredValue) -> StoredValue? {
    guard fitting != .rejected, let mapped = mapped(value) else { return nil }
    let conversion = ValueConversion(old: old.type, new: new.type, fitting: fitting)
    guard let converted = conversion.convert(mapped) else { return nil }
    let fitted = fit(converted)
    return new.accepts(fitted) ? fitted : nil
  }

  // MARK: Enums

  /// The raw value of the same case.
  private func mapped(_ value: StoredValue) -> StoredValue? {
    guard let cases else { return value }
    guard case .list(let elements) = value else { return mapped(value, cases) }
    let mapped = elements.compactMap { self.mapped($0, cases) }
    return mapped.count == elements.count ? .list(mapped) : nil
  }

  private func mapped(_ value: StoredValue, _ cases: [CaseValue]) -> StoredValue? {
    // A raw value of no case stays; a closed enum doesn't accept it.
    guard let known = cases.first(where: { StoredValue($0.old) == value }) else { return value }
    return known.new.map { StoredValue($0) }
  }

  // MARK: Bounds

  /// The value within the bounds of the new column, as far as the schema says that it is changed.
  private func fit(_ value: StoredValue) -> StoredValue {
    switch (fitting, value) {
    case (.truncated, .text(let text)), (.clamped, .text(let text)):
      guard let maximum = new.constraints.maximumLength else { return value }
      return .text(String(String.UnicodeScalarView(text.unicodeScalars.prefix(maximum))))
    case (.clamped, _): return clamped(value)
    default: return value
    }
  }

  private func clamped(_ value: StoredValue) -> StoredValue {
    let bounds = new.constraints
    if case .real(let number) = value, number.isInfinite, !bounds.excludesMaximum {
      return (number < 0 ? bounds.minimum.flatMap(minimum) : bounds.maximum.flatMap(maximum)) ?? value
    }
    guard let number = ExactNumber(value, scale: new.type.scale), !bounds.excludesMaximum else { return value }
    if let minimum = bounds.minimum, number < ExactNumber(minimum) { return self.minimum(minimum) ?? value }
    if let maximum = bounds.maximum, ExactNumber(maximum) < number { return self.maximum(maximum) ?? value }
    return value
  }

  /// The least value of the type that a bound allows.
  private func minimum(_ bound: String) -> StoredValue? {
    guard let single = single(bound) else { return ExactNumber(bound).stored(as: new.type) }
    return .real(Double(single.isAbove == false ? single.value.nextUp : single.value))
  }

  /// The greatest value of the type that a bound allows.
  private func maximum(_ bound: String) -> StoredValue? {
    guard let single = single(bound) else { return ExactNumber(bound).stored(as: new.type) }
    return .real(Double(single.isAbove == true ? single.value.nextDown : single.value))
  }

  /// The `Float` that is nearest to a bound, and whether it is above or below it.
  private func single(_ bound: String) -> (value: Float, isAbove: Bool?)? {
    guard new.type == .scalar(.float), let single = Float(bound) else { return nil }
    let (number, exact) = (Double(single), Double(bound) ?? 0)
    return (single, number == exact ? nil : number > exact)
  }
}

/// How values of a type become values of another one.
struct ValueConversion {
  let old: ColumnType
  let new: ColumnType
  var fitting = KeptValue.Fitting.nothing

  /// The converted value; `nil` if there is none.
  func convert(_ value: StoredValue) -> StoredValue? {
    if old == new { return value }
    switch (old, new) {
    case (.list(let before), .list(let after)): return before.storage == after.storage ? value : nil
    case (_, .list(let element)):
      return ValueConversion(old: old, new: element).convert(value).map { .list([$0]) }
    case (.list(let element), _):
      guard case .list(let elements) = value, elements.count == 1 else { return nil }
      return ValueConversion(old: element, new: new).convert(elements[0])
    default: return convertScalar(value)
    }
  }

  private func convertScalar(_ value: StoredValue) -> StoredValue? {
    guard let before = old.scalar, let after = new.scalar else { return nil }
    if before == after { return value }
    switch (before.number, after.number) {
    case (_, .some) where before.number != nil || before == .string || before == .bool:
      return convertNumber(value, before, after)
    case (_, nil) where after == .string: return text(value, before).map { .text($0) }
    default: break
    }
    switch (value, after) {
    case (.day(let day), .date): return .date(microseconds: Int64(day.daysSince1970) * Self.dayLength)
    case (.date(let microseconds), .day):
      guard microseconds % Self.dayLength == 0 else { return nil }
      return Day(Date(microsecondsSince1970: microseconds), in: .gmt).map { .day($0) }
    default: break
    }
    guard case .text(let text) = value else { return nil }
    switch after {
    case .day: return Day(text).map { .day($0) }
    case .uuid: return UUID(uuidString: text).map { .uuid($0) }
    case .date: return Date(iso8601: text)?.microsecondsSince1970.map { .date(microseconds: $0) }
    case .url: return URL(stored: text) == nil ? nil : .text(text)
    default: return nil
    }
  }

  /// The text of a value; `nil` for types whose values have none.
  private func text(_ value: StoredValue, _ type: Scalar) -> String? {
    switch value {
    case .integer(let number): type.number == .whole ? String(number) : nil
    case .decimal(let number): number.canonicalText
    case .uuid(let uuid): uuid.uuidString.uppercased()
    case .text(let text): text
    case .day(let day): day.description
    default: nil
    }
  }

  /// Microseconds.
  private static let dayLength: Int64 = 86_400_000_000

  // MARK: Numbers

  private func convertNumber(_ value: StoredValue, _ before: Scalar, _ after: Scalar) -> StoredValue? {
    switch after.number {
    case .floating: return floating(value, before, after)
    case .whole where before == .string:
      // No other text is the number's own.
      guard case .text(let text) = value, let number = Int64(text), String(number) == text else { return nil }
      return ExactNumber(number).stored(as: new, fitting)
    default:
      // What a `Decimal` can't have has no digits.
      if case .real(let number) = value, Decimal(exactly: number.description) == nil { return nil }
      return ExactNumber(value, scale: before.scale)?.stored(as: new, fitting)
    }
  }

  private func floating(_ value: StoredValue, _ before: Scalar, _ after: Scalar) -> StoredValue? {
    if case .real(let number) = value {
      guard after == .float else { return value }
      let single = Float(number)
      return single.isFinite ? .real(Double(single)) : nil
    }
    if before.number == .whole, case .integer(let number) = value {
      let digits = after == .float ? 24 : 53
      return number.magnitude <= 1 << digits ? .real(Double(number)) : nil
    }
    guard let number = ExactNumber(value, scale: before.scale),
      let real = after == .float ? Float(number.text).map({ Double($0) }) : Double(number.text), real.isFinite
    else { return nil }
    return .real(real)
  }
}

extension ColumnType {
  /// The scalar that values are, with those of enums as their raw values.
  fileprivate var scalar: Scalar? {
    switch self {
    case .scalar(let scalar): scalar
    case .stringEnum: .string
    case .integerEnum(_, let width, _): width
    case .list: nil
    }
  }
}

extension ExactNumber {
  /// The number that a value is; `nil` if it is none.
  ///
  /// - Parameter scale: What a fixed-point number is multiplied by when it is stored.
  init?(_ value: StoredValue, scale: Int64) {
    switch value {
    case .bool(let flag): self.init(flag ? 1 : 0)
    case .integer(let number): self.init("\(number)e-\(Self.digitCount(ofScale: scale))")
    case .real(let number):
      guard number.isFinite else { return nil }
      self.init(number.description)
    case .decimal(let number): self.init(number.canonicalText)
    case .text(let text):
      guard let number = Decimal(exactly: text) else { return nil }
      self.init(number.canonicalText)
    case .null, .data, .uuid, .date, .day, .json, .list: return nil
    }
  }

  /// How many decimal places a scale has, which is a power of ten.
  private static func digitCount(ofScale scale: Int64) -> Int { String(scale).utf8.count - 1 }

  /// The number as a type stores it; `nil` if it doesn't fit.
  func stored(as type: ColumnType, _ fitting: KeptValue.Fitting = .nothing) -> StoredValue? {
    switch type {
    case .scalar(let scalar): stored(as: scalar, fitting)
    case .integerEnum(_, let width, _): stored(as: width, fitting)
    case .stringEnum, .list: nil
    }
  }

  private func stored(as scalar: Scalar, _ fitting: KeptValue.Fitting) -> StoredValue? {
    switch scalar.number {
    case .whole?, .fixed?:
      let count = Self.digitCount(ofScale: scalar.scale)
      let bounds = scalar.bounds ?? Int64.min...Int64.max
      let rounded = rounded(toPlaces: count, fitting)
      if fitting == .clamped {
        if rounded < ExactNumber("\(bounds.lowerBound)e-\(count)") { return .integer(bounds.lowerBound) }
        if ExactNumber("\(bounds.upperBound)e-\(count)") < rounded { return .integer(bounds.upperBound) }
      }
      guard let number = rounded.int64(decimalPlaces: count), bounds.contains(number) else { return nil }
      return .integer(number)
    case .decimal?:
      guard case .decimal(let precision?, let count?) = scalar else {
        return Decimal(exactly: text).map { .decimal($0) }
      }
      let rounded = rounded(toPlaces: count, fitting)
      guard rounded.decimalPlaces <= count, rounded.integerDigits <= precision - count else { return nil }
      return Decimal(exactly: rounded.text).map { .decimal($0) }
    case .floating?: return Double(text).map { .real($0) }
    case nil: return nil
    }
  }

  /// The number without more decimal places than these, if it is to be rounded or truncated.
  private func rounded(toPlaces count: Int, _ fitting: KeptValue.Fitting) -> ExactNumber {
    guard decimalPlaces > count, fitting == .rounded || fitting == .truncated else { return self }
    let kept = digits.count - (decimalPlaces - count)
    let whole = kept > 0 ? Array(digits[..<kept]) : []
    let rest = kept >= 0 ? Array(digits[kept...]) : [UInt8(ascii: "0")] + digits
    let isUp = fitting == .rounded && Self.isUp(rest, after: whole.last)
    let text = String(decoding: isUp ? Self.increment(whole) : whole, as: UTF8.self)
    return ExactNumber("\(isNegative ? "-" : "")\(text.isEmpty ? "0" : text)e-\(count)")
  }

  /// Whether the digits that are dropped are more than a half, or a half after an odd digit.
  private static func isUp(_ rest: [UInt8], after last: UInt8?) -> Bool {
    guard let first = rest.first else { return false }
    if first != UInt8(ascii: "5") { return first > UInt8(ascii: "5") }
    if rest.dropFirst().contains(where: { $0 != UInt8(ascii: "0") }) { return true }
    return ((last ?? UInt8(ascii: "0")) - UInt8(ascii: "0")) % 2 == 1
  }

  private static func increment(_ digits: [UInt8]) -> [UInt8] {
    var digits = digits
    for index in digits.indices.reversed() {
      if digits[index] < UInt8(ascii: "9") {
        digits[index] += 1
        return digits
      }
      digits[index] = UInt8(ascii: "0")
    }
    return [UInt8(ascii: "1")] + digits
  }
}
