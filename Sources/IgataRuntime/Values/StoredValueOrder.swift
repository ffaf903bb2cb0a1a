public import Foundation

extension StoredValue: Hashable {
  /// Whether both are the same value of the same kind. Texts are compared by their UTF-8 bytes, decimals by value.
  public static func == (left: StoredValue, right: StoredValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.text(let left), .text(let right)): left.hasSameBytes(as: right)
    case (.data(let left), .data(let right)): left == right
    case (.uuid(let left), .uuid(let right)): left == right
    case (.date(let left), .date(let right)): left == right
    case (.day(let left), .day(let right)): left == right
    case (.decimal(let left), .decimal(let right)): DecimalDigits(left) == DecimalDigits(right)
    case (.json(let left), .json(let right)): left == right
    case (.list(let left), .list(let right)): left == right
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(rank)
    switch self {
    case .null: break
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value)
    case .text(let value): value.hashBytes(into: &hasher)
    case .data(let value): hasher.combine(value)
    case .uuid(let value): hasher.combine(value)
    case .date(let value): hasher.combine(value)
    case .day(let value): hasher.combine(value)
    case .decimal(let value): hasher.combine(DecimalDigits(value))
    case .json(let value): hasher.combine(value)
    case .list(let value): hasher.combine(value)
    }
  }
}

extension StoredValue {
  /// The sort order of every backend: null first, `false` before `true`, numbers by value whatever their kind, text,
  /// data and UUIDs by their bytes (for text that is the order of code points), lists by their elements. Values of
  /// kinds that can't be compared are ordered by kind, so that the order is total.
  public func compared(to other: StoredValue) -> ComparisonResult {
    switch (self, other) {
    case (.bool(let left), .bool(let right)): order(left ? 1 : 0, right ? 1 : 0)
    case (.integer(let left), .integer(let right)): order(left, right)
    case (.real(let left), .real(let right)): order(left, right)
    case (.text(let left), .text(let right)): left.comparedByBytes(to: right)
    case (.data(let left), .data(let right)): orderElements(left, right, order)
    case (.uuid(let left), .uuid(let right)): left.comparedByBytes(to: right)
    case (.date(let left), .date(let right)): order(left, right)
    case (.day(let left), .day(let right)): order(left, right)
    case (.json(let left), .json(let right)): left.compared(to: right)
    case (.list(let left), .list(let right)): orderElements(left, right) { $0.compared(to: $1) }
    default: rank == other.rank ? compareNumbers(with: other) : order(rank, other.rank)
    }
  }

  /// The name of this kind of value in messages.
  public var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer: "an integer"
    case .real: "a floating-point number"
    case .text: "text"
    case .data: "data"
    case .uuid: "a UUID"
    case .date: "a date"
    case .day: "a day"
    case .decimal: "a decimal number"
    case .json: "JSON"
    case .list: "a list"
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .bool: 1
    case .integer, .real, .decimal: 2
    case .text: 3
    case .data: 4
    case .uuid: 5
    case .date: 6
    case .day: 7
    case .json: 8
    case .list: 9
    }
  }

  private func compareNumbers(with other: StoredValue) -> ComparisonResult {
    guard let left = exactNumber, let right = other.exactNumber else {
      return order(infinity, other.infinity)
    }
    return order(left, right)
  }

  private var exactNumber: DecimalDigits? {
    switch self {
    case .integer(let value): DecimalDigits(value)
    case .real(let value): DecimalDigits(exactly: value)
    case .decimal(let value): DecimalDigits(value)
    default: nil
    }
  }

  /// The order of a number without digits: NaN before all others, the infinities at the ends.
  private var infinity: Int {
    switch self {
    case .real(let value): value.isNaN ? -2 : value == .infinity ? 1 : value == -.infinity ? -1 : 0
    case .decimal(let value): value.isNaN ? -2 : 0
    default: 0
    }
  }
}

func order<Value: Comparable>(_ left: Value, _ right: Value) -> ComparisonResult {
  left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
}

private func order(_ left: Double, _ right: Double) -> ComparisonResult {
  if left < right { return .orderedAscending }
  if left > right { return .orderedDescending }
  if left == right { return .orderedSame }
  return order(left.isNaN ? 0 : 1, right.isNaN ? 0 : 1)
}

func orderElements<Elements: Sequence>(
  _ left: Elements, _ right: Elements, _ compare: (Elements.Element, Elements.Element) -> ComparisonResult
) -> ComparisonResult {
  var left = left.makeIterator()
  var right = right.makeIterator()
  while true {
    switch (left.next(), right.next()) {
    case (nil, nil): return .orderedSame
    case (nil, _): return .orderedAscending
    case (_, nil): return .orderedDescending
    case (let left?, let right?):
      let result = compare(left, right)
      if result != .orderedSame { return result }
    }
  }
}
