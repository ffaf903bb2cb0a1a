import IgataTables

extension Scalar {
  /// The type as the language writes it: `Decimal(12, 2)`, `Fixed(scale: 100)`.
  var text: String {
    switch self {
    case .decimal(let precision?, let scale?): "Decimal(\(precision), \(scale))"
    case .fixed(let scale): "Fixed(scale: \(scale))"
    default: name
    }
  }

  /// What a whole number of the type may be; `nil` if values are none.
  var integerBounds: ClosedRange<Int64>? { number == .whole ? bounds ?? Int64.min...Int64.max : nil }

  /// How many decimal places a fixed-point type keeps.
  var fixedPlaces: Int? { number == .fixed ? powerOfTen(scale) : nil }
}

/// The n of 10ⁿ, where a number is one with n from 0 to 18.
func powerOfTen(_ number: Int64) -> Int? {
  var rest = number
  var places = 0
  while rest >= 10, rest % 10 == 0 {
    rest /= 10
    places += 1
  }
  return rest == 1 ? places : nil
}
