#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

/// The names of the SQL functions that every connection defines where SQLite's own are not exact.
enum SQLiteFunction {
  /// Arithmetic that fails if SQLite would round: integers beyond 64 bits, decimals, NaN.
  static func arithmetic(_ operation: ArithmeticOperator) -> String {
    switch operation {
    case .add: "igata_add"
    case .subtract: "igata_subtract"
    case .multiply: "igata_multiply"
    }
  }

  /// An exact aggregate of decimals and floating-point numbers, or of integers.
  static func exact(_ function: AggregateFunction, ofIntegers: Bool = false) -> String {
    ofIntegers ? "igata_integer_\(function.name)" : "igata_\(function.name)"
  }

  /// The sum of integers, from the sums of their upper and of their lower halves. 0 if these are null.
  static let joinedHalves = "igata_join_halves"
  /// A part of a date, by its number.
  static let datePart = "igata_date"
  /// A value within a JSON value, by its path and the number of its form.
  static let json = "igata_json"

  /// JSON in the one text that equal values have: `igata_canonical_json(text)`.
  static let canonicalJSON = "igata_canonical_json"
  /// A to Z as a to z: SQLite's own `lower` differs if it was built with ICU.
  static let lowercase = "igata_lower"
  /// Whether a list contains the only element of another one.
  static let contains = "igata_contains"
  static let decimalCollation = "igata_decimal"
  /// A list of rows that is read as a table, whose columns are ``columnNames(_:)``.
  static let values = "igata_values"
  /// How many columns the rows of such a list may have.
  static let widestValues = QueryTranslator.widestKey

  static func columnNames(_ count: Int) -> String { (0..<count).map { "c\($0)" }.joined(separator: ", ") }
}

#endif
