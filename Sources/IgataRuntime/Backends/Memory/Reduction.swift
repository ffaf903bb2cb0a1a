internal import Foundation

/// An aggregate over the rows that have been added so far.
struct Reduction {
  let aggregate: Aggregate
  private var count: Int64 = 0
  private var total = ExactSum()
  private var extreme = StoredValue.null

  init(_ aggregate: Aggregate) { self.aggregate = aggregate }

  mutating func add(_ value: StoredValue) {
    switch aggregate.function {
    case .count: count += 1
    case .sum, .average: total.add(value)
    case .minimum: keep(value, where: .orderedAscending)
    case .maximum: keep(value, where: .orderedDescending)
    }
  }

  private mutating func keep(_ value: StoredValue, where wanted: ComparisonResult) {
    if value.isNull { return }
    if extreme.isNull || value.compared(to: extreme) == wanted { extreme = value }
  }

  /// `nil` if it is out of range. A sum and an average of nothing are null.
  var result: StoredValue? {
    switch aggregate.function {
    case .count: .integer(count)
    case .sum: total.sum
    case .average: total.average
    case .minimum, .maximum: extreme
    }
  }
}
