internal import IgataTables

/// The digits that a column of SQLite is declared with, as in `NUMERIC(10, 2)`. SQLite keeps them, and enforces none.
struct DeclaredDecimal: Hashable {
  let precision: Int
  let scale: Int

  private static let names: Set = ["NUMERIC", "DECIMAL", "DEC", "NUMBER"]

  /// `nil` for a type without digits, and for one with more of them than a `Decimal` has.
  init?(_ declared: String) {
    let parts = declared.split(separator: "(", maxSplits: 1)
    guard parts.count == 2, Self.names.contains(parts[0].uppercased().filter { $0 != " " }), parts[1].hasSuffix(")")
    else { return nil }
    let numbers = parts[1].dropLast().split(separator: ",", omittingEmptySubsequences: false).map { number in
      Int(String(number.filter { $0 != " " }))
    }
    guard (1...2).contains(numbers.count), let precision = numbers[0], let scale = numbers.count == 1 ? 0 : numbers[1],
      (1...38).contains(precision), (0...precision).contains(scale)
    else { return nil }
    (self.precision, self.scale) = (precision, scale)
  }

  /// Whether all numbers of so many digits are integers of 64 bits.
  var isInteger: Bool { scale == 0 && precision <= 18 }

  var scalar: Scalar { .decimal(precision: precision, scale: scale) }

  var attribute: String { "@precision(\(precision), \(scale))" }
}
