internal import Foundation

/// The values of a key or of an index entry, in the sort order of queries.
struct RowKey: Comparable, Hashable, Sendable {
  /// Stored separately, so that the common key of one column needs no array.
  let first: StoredValue
  let rest: [StoredValue]

  init(_ first: StoredValue, _ rest: [StoredValue] = []) {
    self.first = first
    self.rest = rest
  }

  /// `nil` if there are no values.
  init?(_ values: some Sequence<StoredValue>) {
    var values = values.makeIterator()
    guard let first = values.next() else { return nil }
    self.first = first
    var rest: [StoredValue] = []
    while let value = values.next() { rest.append(value) }
    self.rest = rest
  }

  /// The values of some columns of a row.
  init(_ columns: [Int], of row: [StoredValue]) {
    first = columns.first.map { row[$0] } ?? .null
    rest = columns.count > 1 ? columns.dropFirst().map { row[$0] } : []
  }

  var values: [StoredValue] { [first] + rest }

  var hasNull: Bool { first.isNull || rest.contains(where: \.isNull) }

  func appending(_ other: RowKey) -> RowKey { RowKey(first, rest + other.values) }

  func hasPrefix(_ prefix: RowKey) -> Bool {
    first == prefix.first && rest.count >= prefix.rest.count && rest.prefix(prefix.rest.count) == prefix.rest[...]
  }

  static func < (left: RowKey, right: RowKey) -> Bool {
    switch left.first.compared(to: right.first) {
    case .orderedAscending: return true
    case .orderedDescending: return false
    case .orderedSame: break
    }
    for (leftValue, rightValue) in zip(left.rest, right.rest) {
      let result = leftValue.compared(to: rightValue)
      if result != .orderedSame { return result == .orderedAscending }
    }
    return left.rest.count < right.rest.count
  }
}
