import IgataTables

extension Scalar {
  /// The type in the syntax of the schema language: `Decimal(12, 2)`, `Fixed(scale: 100)`.
  package var text: String {
    switch self {
    case .decimal(let precision?, let scale?): "Decimal(\(precision), \(scale))"
    case .fixed(let scale): "Fixed(scale: \(scale))"
    default: name
    }
  }

  package var isInteger: Bool { number == .whole }

  /// The name with an article for messages: `an 'Int'`.
  package var phrase: String { isInteger ? "an '\(name)'" : "a '\(name)'" }

  /// The range of an integer type; `nil` for other types.
  var integerBounds: ClosedRange<Int64>? { isInteger ? bounds ?? Int64.min...Int64.max : nil }

  /// The number of decimal exponent that a fixed-point type stores; `nil` for other types.
  var fixedDecimalPlaces: Int? { number == .fixed ? powerOfTen(scale) : nil }
}

/// The n of a number that is 10ⁿ for n from 0 to 18; otherwise `nil`.
func powerOfTen(_ number: Int64) -> Int? {
  var rest = number
  var exponent = 0
  while rest >= 10, rest % 10 == 0 {
    rest /= 10
    exponent += 1
  }
  return rest == 1 ? exponent : nil
}
