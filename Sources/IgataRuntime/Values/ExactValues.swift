/// Values of several columns, compared as a store compares them: two texts are equal only if their bytes are, while
/// `String` considers canonically equivalent texts equal.
struct ExactValues: Hashable {
  let values: [StoredValue]

  init(_ values: some Sequence<StoredValue>) { self.values = Array(values) }

  static func == (left: ExactValues, right: ExactValues) -> Bool {
    left.values.count == right.values.count
      && zip(left.values, right.values).allSatisfy { $0.compared(to: $1) == .orderedSame }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
