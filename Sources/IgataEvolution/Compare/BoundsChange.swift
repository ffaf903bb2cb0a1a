import IgataSchema
import IgataTables

/// How the values that a column accepts change.
struct BoundsChange {
  /// Whether values that were accepted no longer are.
  var isTighter = false
  /// Whether values are accepted that were not.
  var isLooser = false

  init(_ old: ColumnConstraints, _ new: ColumnConstraints) {
    compareMinima(old.minimumLength.map(Self.number), new.minimumLength.map(Self.number))
    compareMaxima(old.maximumLength.map(Self.number), new.maximumLength.map(Self.number))
    compareMinima(old.minimum.map { ExactNumber($0) }, new.minimum.map { ExactNumber($0) })
    let (before, after) = (old.maximum.map { ExactNumber($0) }, new.maximum.map { ExactNumber($0) })
    if before == after, before != nil {
      if new.excludesMaximum, !old.excludesMaximum { isTighter = true }
      if old.excludesMaximum, !new.excludesMaximum { isLooser = true }
    } else {
      compareMaxima(before, after)
    }
  }

  private static func number(_ length: Int) -> ExactNumber { ExactNumber(Int64(length)) }

  /// Compares lower bounds, of which the greater one is tighter.
  private mutating func compareMinima(_ old: ExactNumber?, _ new: ExactNumber?) { compare(old, new, isTighter: >) }

  /// Compares upper bounds, of which the smaller one is tighter.
  private mutating func compareMaxima(_ old: ExactNumber?, _ new: ExactNumber?) { compare(old, new, isTighter: <) }

  private mutating func compare(
    _ old: ExactNumber?, _ new: ExactNumber?, isTighter: (ExactNumber, ExactNumber) -> Bool
  ) {
    switch (old, new) {
    case (nil, nil): break
    case (nil, .some): self.isTighter = true
    case (.some, nil): isLooser = true
    case (let old?, let new?):
      if isTighter(new, old) { self.isTighter = true }
      if isTighter(old, new) { isLooser = true }
    }
  }
}

extension ComparedColumn {
  /// Whether the new column refuses values that the old one accepts, whatever they become.
  var hasTighterBounds: Bool {
    guard let old else { return false }
    let former = old.type == new.type ? old.constraints : old.constraints(as: new.type)
    return BoundsChange(former, new.constraints).isTighter
  }
}

extension ColumnDescription {
  /// The bounds of the values after they have become those of another type.
  func constraints(as type: ColumnType) -> ColumnConstraints {
    if type.isNumber { return numberBounds }
    switch type.storage {
    case .text: return textLengths
    case .list where self.type.isList: return constraints
    case .list: return ColumnConstraints(minimumLength: 1, maximumLength: 1)
    default: return .none
    }
  }

  private var numberBounds: ColumnConstraints {
    var bounds = ColumnConstraints(
      minimum: constraints.minimum, maximum: constraints.maximum, excludesMaximum: constraints.excludesMaximum)
    guard let range = type.wholeNumbers else { return bounds }
    let digitCount = String(type.scale).utf8.count - 1
    if bounds.minimum == nil { bounds.minimum = "\(range.lowerBound)e-\(digitCount)" }
    if bounds.maximum == nil { bounds.maximum = "\(range.upperBound)e-\(digitCount)" }
    return bounds
  }

  /// The lengths of the texts that the values become.
  private var textLengths: ColumnConstraints {
    let lengths: ClosedRange<Int>
    switch type {
    case .stringEnum(let values, isOpen: false):
      let counts = values.map(\.unicodeScalars.count)
      lengths = (counts.min() ?? 0)...(counts.max() ?? 0)
    case .scalar(.uuid): lengths = 36...36
    case .scalar(.day): lengths = 10...10
    case .scalar(let scalar) where scalar.number == .whole:
      let range = scalar.bounds ?? .min...(.max)
      lengths = 1...max(String(range.lowerBound).utf8.count, String(range.upperBound).utf8.count)
    case .scalar(.decimal): return ColumnConstraints(minimumLength: 1)
    case .scalar(.url):
      return ColumnConstraints(
        minimumLength: max(1, constraints.minimumLength ?? 1), maximumLength: constraints.maximumLength)
    default:
      return ColumnConstraints(minimumLength: constraints.minimumLength, maximumLength: constraints.maximumLength)
    }
    return ColumnConstraints(minimumLength: lengths.lowerBound, maximumLength: lengths.upperBound)
  }
}

extension ColumnDescription {
  /// The bounds as the column stores them: the nearest numbers between them that its type has.
  var nearestMinimum: String? { constraints.minimum.flatMap { nearest($0) { Double($0) < $1 ? $0.nextUp : $0 } } }
  var nearestMaximum: String? { constraints.maximum.flatMap { nearest($0) { Double($0) > $1 ? $0.nextDown : $0 } } }

  /// - Parameter inside: Given the nearest `Float`, whether it is between the bounds, and the bound.
  private func nearest(_ bound: String, _ inside: (Float, Double) -> Float) -> String? {
    guard type == .scalar(.float), let number = Double(bound) else { return scaledNumber(bound, by: type.scale) }
    return Double(inside(Float(number), number)).description
  }
}

extension ColumnType {
  /// The whole numbers that are stored; `nil` for other values.
  fileprivate var wholeNumbers: ClosedRange<Int64>? {
    switch self {
    case .scalar(.bool): 0...1
    case .integerEnum(let values, _, isOpen: false): values.min().flatMap { low in values.max().map { low...$0 } }
    case .scalar, .integerEnum:
      switch numberScalar?.number {
      case .whole?, .fixed?: numberScalar?.bounds ?? .min...(.max)
      default: nil
      }
    case .stringEnum, .list: nil
    }
  }

  /// Whether the numbers are integers or fixed-point numbers.
  var isExact: Bool { wholeNumbers != nil }
}
