import IgataTables

/// How the values of one column type become values of another one.
enum Conversion: Hashable {
  /// The types are stored alike.
  case same
  /// Every value stays as it is, in a wider type.
  case widening
  /// Every value has a counterpart.
  case total
  /// Some values have none.
  case partial
  /// Digits of most values are lost.
  case lossy
  /// There is no rule.
  case unknown

  init(_ old: ColumnType, _ new: ColumnType) {
    switch (old, new) {
    case _ where old == new: self = .same
    case (.scalar(let old), .scalar(let new)): self.init(old, new)
    case (.list(let old), .list(let new)): self = Self(old, new) == .same ? .same : .unknown
    case (_, .list(let element)): self = Self(old, element) == .same ? .total : .unknown
    case (.list(let element), _): self = Self(element, new) == .same ? .partial : .unknown
    // The cases are compared one by one.
    case (.stringEnum, .stringEnum): self = .same
    case (.integerEnum(_, let old, _), .integerEnum(_, let new, _)): self.init(old, new)
    case (.stringEnum, .scalar(.string)): self = .total
    case (.scalar(.string), .stringEnum): self = .partial
    case (.integerEnum(_, let old, _), .scalar(let new)) where new.number == .whole: self.init(old, new)
    case (.scalar(let old), .integerEnum) where old.number == .whole: self = .partial
    default: self = .unknown
    }
  }

  private init(_ old: Scalar, _ new: Scalar) {
    switch (old.number, new.number) {
    case (.whole?, .whole?): self = Self.wholes(old, new)
    case (.floating?, .floating?): self = old == new ? .same : old == .float ? .widening : .lossy
    case (.whole?, .floating?): self = Self.isExact(old, in: new) ? .total : .partial
    case (.whole?, .decimal?), (.fixed?, .decimal?): self = Self.hasDigits(new, of: old) ? .total : .partial
    case (.whole?, .fixed?): self = Self.fits(old, scale: new.scale) ? .total : .partial
    case (.fixed?, .fixed?): self = new.scale == old.scale ? .same : new.scale > old.scale ? .partial : .lossy
    case (.fixed?, .whole?): self = old.scale == 1 ? .partial : .lossy
    case (.decimal?, .decimal?): self = Self.decimals(old, new)
    case (.decimal?, .fixed?), (.decimal?, .whole?): self = .partial
    case (.fixed?, .floating?), (.decimal?, .floating?): self = .lossy
    case (.floating?, .some): self = .lossy
    case (nil, .whole?): self = old == .bool ? .total : old == .string ? .partial : .unknown
    case (nil, .some): self = old == .string ? .partial : .unknown
    case (.whole?, nil), (.decimal?, nil): self = new == .string ? .total : .unknown
    case (.some, nil): self = .unknown
    case (nil, nil): self = Self.texts(old, new)
    }
  }

  private static func wholes(_ old: Scalar, _ new: Scalar) -> Conversion {
    let (before, after) = (old.bounds ?? .min...(.max), new.bounds ?? .min...(.max))
    if before == after { return .same }
    return after.lowerBound <= before.lowerBound && after.upperBound >= before.upperBound ? .widening : .partial
  }

  /// Whether a floating-point type has every number of an integer type: 24 bits of a `Float`, 53 of a `Double`.
  private static func isExact(_ old: Scalar, in new: Scalar) -> Bool {
    old == .int16 || (old == .int32 && new == .double)
  }

  /// Whether a decimal type has all digits of an integer or of a fixed-point number.
  private static func hasDigits(_ new: Scalar, of old: Scalar) -> Bool {
    guard case .decimal(let precision?, let scale?) = new else { return true }
    let fraction = String(old.scale).utf8.count - 1
    let all = String((old.bounds ?? .min...(.max)).upperBound).utf8.count
    return scale >= fraction && precision - scale >= all - fraction
  }

  private static func fits(_ old: Scalar, scale: Int64) -> Bool {
    guard let bounds = old.bounds else { return scale == 1 }
    return !bounds.lowerBound.multipliedReportingOverflow(by: scale).overflow
  }

  private static func decimals(_ old: Scalar, _ new: Scalar) -> Conversion {
    guard case .decimal(let oldPrecision, let oldScale) = old, case .decimal(let newPrecision?, let newScale?) = new
    else { return .widening }
    guard let oldPrecision, let oldScale else { return .partial }
    return newScale >= oldScale && newPrecision - newScale >= oldPrecision - oldScale ? .widening : .partial
  }

  private static func texts(_ old: Scalar, _ new: Scalar) -> Conversion {
    switch (old, new) {
    case _ where old == new: .same
    case (.uuid, .string), (.url, .string), (.day, .string): .total
    case (.string, .uuid), (.string, .url), (.string, .date), (.string, .day): .partial
    // A day becomes midnight in UTC, and no other date is a day: its author says in which zone it is.
    case (.day, .date): .total
    case (.date, .day): .partial
    default: .unknown
    }
  }
}

extension ColumnType {
  var isList: Bool { if case .list = self { true } else { false } }

  /// The type of the elements of a list, or the type itself.
  var element: ColumnType { if case .list(let element) = self { element } else { self } }
}
