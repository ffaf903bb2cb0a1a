extension Scalar {
  /// The type's name as the language writes it, without arguments.
  var name: String {
    switch self {
    case .bool: "Bool"
    case .int16: "Int16"
    case .int32: "Int32"
    case .int64: "Int64"
    case .int: "Int"
    case .float: "Float"
    case .double: "Double"
    case .decimal: "Decimal"
    case .fixed: "Fixed"
    case .currency: "Currency"
    case .string: "String"
    case .data: "Data"
    case .date: "Date"
    case .uuid: "UUID"
    case .url: "URL"
    case .json: "JSON"
    }
  }

  /// The type as the language writes it: `Decimal(12, 2)`, `Fixed(scale: 100)`.
  var text: String {
    switch self {
    case .decimal(let precision?, let scale?): "Decimal(\(precision), \(scale))"
    case .fixed(let scale): "Fixed(scale: \(scale))"
    default: name
    }
  }

  /// What a whole number of the type may be.
  var integerBounds: ClosedRange<Int64>? {
    switch self {
    case .int16: Int64(Int16.min)...Int64(Int16.max)
    case .int32: Int64(Int32.min)...Int64(Int32.max)
    case .int64, .int: Int64.min...Int64.max
    default: nil
    }
  }

  /// How many decimal places a fixed-point type keeps.
  var fixedPlaces: Int? {
    switch self {
    case .currency: 3
    case .fixed(let scale): powerOfTen(scale)
    default: nil
    }
  }

  var isNumber: Bool {
    switch self {
    case .int16, .int32, .int64, .int, .float, .double, .decimal, .fixed, .currency: true
    case .bool, .string, .data, .date, .uuid, .url, .json: false
    }
  }

  /// Whether `@length` means something for the type.
  var hasLength: Bool { self == .string || self == .data }
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
