internal import Foundation

/// The sum of the numbers of one column or expression: exact for exact types, and independent of the order of the
/// numbers.
package struct ExactSum: Sendable {
  private enum Total: Sendable {
    case none
    case integers(Int128)
    case reals(RealSum)
    case decimals(DecimalDigits)
  }

  private var total = Total.none
  /// The number of values that were added.
  package private(set) var count: Int64 = 0

  package init() {}

  /// Adds a number; ignores anything else.
  package mutating func add(_ value: StoredValue) {
    switch (value, total) {
    case (.integer(let number), .none): total = .integers(Int128(number))
    case (.integer(let number), .integers(let sum)): total = .integers(sum + Int128(number))
    case (.decimal(let number), .none): total = DecimalDigits(number).map { .decimals($0) } ?? .none
    case (.decimal(let number), .decimals(let sum)):
      total = .decimals(DecimalDigits(number)?.adding(sum) ?? sum)
    case (.real(let number), _):
      var sum = if case .reals(let sum) = total { sum } else { RealSum() }
      // Leaves one reference to the limbs, so that they are changed in place.
      total = .none
      sum.add(number)
      total = .reals(sum)
    default: return
    }
    count += 1
  }

  /// The sum; null if nothing was added, `nil` if its type can't hold it.
  package var sum: StoredValue? {
    switch total {
    case .none: .null
    case .integers(let sum): Int64(exactly: sum).map { .integer($0) }
    case .reals(let sum): sum.sum.map { .real($0) }
    case .decimals(let sum): sum.decimal.map { .decimal($0) }
    }
  }

  /// The sum divided by the count: a decimal for exact types, see ``Aggregate/average(_:)``; null if nothing was added,
  /// `nil` if its type can't hold it.
  package var average: StoredValue? {
    switch total {
    case .none: .null
    case .integers(let sum): Self.average(of: sum, count)
    case .reals(let sum): sum.sum.map { .real($0 / Double(count)) }
    case .decimals(let sum): sum.divided(by: count).decimal.map { .decimal($0) }
    }
  }

  /// Parses a sum that an engine returned as a decimal text; `nil` if its type can't hold it.
  package static func sum(of text: String, isInteger: Bool) -> StoredValue? {
    isInteger ? Int64(text).map { .integer($0) } : DecimalDigits(text.utf8)?.decimal.map { .decimal($0) }
  }

  /// The average of integers or decimals whose sum an engine returned as a decimal text.
  package static func average(of sum: String, _ count: Int64) -> StoredValue? {
    DecimalDigits(sum.utf8)?.divided(by: count).decimal.map { .decimal($0) }
  }

  /// The average of integers with a known sum and count.
  package static func average(of sum: Int128, _ count: Int64) -> StoredValue? {
    DecimalDigits(sum).divided(by: count).decimal.map { .decimal($0) }
  }
}
