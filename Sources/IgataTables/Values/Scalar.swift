/// A built-in type of the language.
///
/// The properties of a scalar, except for the types of databases, are a row of `facts`, which all other code reads.
public enum Scalar: Hashable, Sendable {
  case bool, int16, int32, int64, int, float, double
  /// `Decimal`, or `Decimal(precision, scale)`.
  case decimal(precision: Int? = nil, scale: Int? = nil)
  /// `Currency`, which is ``fixed(scale:)`` with a Swift type that the runtime has.
  case currency
  /// An `Int64` that holds value × scale; ``currency`` is the one with a scale of 1000.
  case fixed(scale: Int64)
  case string, data, date, day, uuid, url, json

  /// The table of the scalars. It is inlined, so that reading one fact makes no other.
  @inline(__always)
  private var facts: ScalarFacts {
    switch self {
    case .bool: ScalarFacts("Bool", "bool", .bool, expected: "a Bool")
    case .int16: ScalarFacts("Int16", "int16", .integer, .whole, bounds: Self.bounds16, expected: "an Int16")
    case .int32: ScalarFacts("Int32", "int32", .integer, .whole, bounds: Self.bounds32, expected: "an Int32")
    case .int64: ScalarFacts("Int64", "int64", .integer, .whole, expected: "an Int64")
    case .int: ScalarFacts("Int", "int", .integer, .whole, expected: "an Int")
    case .float: ScalarFacts("Float", "float", .real, .floating, expected: "a Float")
    case .double: ScalarFacts("Double", "double", .real, .floating, expected: "a Double")
    case .decimal: ScalarFacts("Decimal", "decimal", .decimal, .decimal, from: .foundation, expected: "a Decimal")
    case .currency: ScalarFacts("Currency", "fixed", .integer, .fixed, from: .runtime, expected: "an amount")
    case .fixed:
      ScalarFacts("Fixed", "fixed", .integer, .fixed, swiftType: "Currency", from: .runtime, expected: "an amount")
    case .string: ScalarFacts("String", "string", .text, hasLength: true, expected: "text")
    case .data:
      ScalarFacts("Data", "data", .data, hasLength: true, from: .foundation, expected: "Data, or its base64 text")
    case .date:
      ScalarFacts(
        "Date", "date", .date, from: .foundation, expected: "a Date, or its text such as 2026-01-31T23:59:59Z")
    case .day: ScalarFacts("Day", "day", .day, from: .runtime, expected: "a Day, or its text such as 2026-01-31")
    case .uuid: ScalarFacts("UUID", "uuid", .uuid, from: .foundation, expected: "a UUID, or its text")
    case .url: ScalarFacts("URL", "url", .text, from: .foundation, expected: "a URL, or its text")
    case .json: ScalarFacts("JSON", "json", .json, from: .runtime, expected: "JSON")
    }
  }

  private static let bounds16 = Int64(Int16.min)...Int64(Int16.max)
  private static let bounds32 = Int64(Int32.min)...Int64(Int32.max)
}

extension Scalar: CaseIterable {
  /// Every scalar, in the order in which messages name them: `Decimal` without digits, `Fixed` with a scale of 1.
  public static let allCases: [Scalar] = [
    .bool, .int16, .int32, .int64, .int, .float, .double, .decimal(), .currency, .fixed(scale: 1), .string, .data,
    .date, .day, .uuid, .url, .json,
  ]

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })
  private static let byWord = Dictionary(allCases.map { ($0.word, $0) }) { $1 }

  /// The scalar that has a name in the language, without its arguments; `nil` if there is none.
  public init?(named name: String) {
    guard let scalar = Self.byName[name] else { return nil }
    self = scalar
  }
}

extension Scalar {
  /// The scalar that a table's text calls `word`; `nil` if there is none.
  init?(word: String) {
    guard let scalar = Self.byWord[word] else { return nil }
    self = scalar
  }
}

/// A row of the table of scalars.
private struct ScalarFacts {
  let name: String
  let word: String
  let storage: StorageKind
  let number: Scalar.NumberKind?
  let bounds: ClosedRange<Int64>?
  let hasLength: Bool
  /// The Swift type, or `nil` if it has the same name.
  let swiftType: String?
  let module: Scalar.Module
  let expectation: String

  @inline(__always)
  init(
    _ name: String, _ word: String, _ storage: StorageKind, _ number: Scalar.NumberKind? = nil,
    bounds: ClosedRange<Int64>? = nil, hasLength: Bool = false, swiftType: String? = nil,
    from module: Scalar.Module = .swift, expected expectation: String
  ) {
    self.name = name
    self.word = word
    self.storage = storage
    self.number = number
    self.bounds = bounds
    self.hasLength = hasLength
    self.swiftType = swiftType
    self.module = module
    self.expectation = expectation
  }
}

extension Scalar {
  /// A kind of number.
  public enum NumberKind: Sendable {
    case whole, floating, decimal, fixed
  }

  /// A module that declares a Swift type.
  public enum Module: Sendable {
    case swift, foundation, runtime
  }

  /// The name in the language, without arguments.
  public var name: String { facts.name }

  /// The word for the type in the text of a table, without arguments.
  public var word: String { facts.word }

  /// How values are stored.
  public var storage: StorageKind { facts.storage }

  /// The kind of number that a value is; `nil` if it is not a number.
  public var number: NumberKind? { facts.number }

  /// The whole numbers that are stored, if they are fewer than those of an `Int64`; `nil` otherwise.
  public var bounds: ClosedRange<Int64>? { facts.bounds }

  /// Whether equal values have the same text: not `JSON`, which has several spellings, nor floating-point numbers, of
  /// which 0 and -0 are equal.
  public var hasOneText: Bool { number != .floating && self != .json }

  /// Whether values have a length that can be bounded.
  public var hasLength: Bool { facts.hasLength }

  /// The Swift type of a value.
  public var swiftType: String { facts.swiftType ?? facts.name }

  /// The module that declares ``swiftType``.
  public var module: Module { facts.module }

  /// The values that a conversion accepts, in words. Messages add the digits of a decimal or a fixed-point number.
  public var expectation: String { facts.expectation }

  /// Whether a declaration of a schema may have the name, and then hides the type: schemas were written before it was
  /// one.
  public var canBeHidden: Bool { self == .day }

  /// Whether values are numbers, fixed-point numbers among them.
  public var isNumber: Bool { number != nil }

  /// The factor by which a fixed-point number is multiplied when it is stored; 1 for all other types.
  public var scale: Int64 {
    switch self {
    case .fixed(let scale): scale
    case .currency: 1000
    default: 1
    }
  }
}
