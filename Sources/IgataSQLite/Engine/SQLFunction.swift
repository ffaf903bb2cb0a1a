#if SQLite || canImport(SQLite3)
internal import Foundation
internal import IgataRuntime

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// What every connection adds to SQL, where SQLite's own is not exact.
enum SQLFunction {
  /// Arithmetic that fails where SQLite would round: integers beyond 64 bits, decimals, what is no number.
  static func arithmetic(_ operation: ArithmeticOperator) -> String {
    switch operation {
    case .add: "igata_add"
    case .subtract: "igata_subtract"
    case .multiply: "igata_multiply"
    }
  }

  static let decimalSum = "igata_decimal_sum"
  static let decimalCollation = "igata_decimal"
  /// Fails with ``staleMessage``, and leaves the key that it is given in the connection's ``StaleKey``.
  static let stale = "igata_stale"

  static let overflowMessage = "igata: out of range"
  static let staleMessage = "igata: stale version"

  static func register(on database: OpaquePointer, _ staleKey: StaleKey) {
    addFunction(arithmetic(.add), to: database) { SQLFunction.compute(.add, $0, $2) }
    addFunction(arithmetic(.subtract), to: database) { SQLFunction.compute(.subtract, $0, $2) }
    addFunction(arithmetic(.multiply), to: database) { SQLFunction.compute(.multiply, $0, $2) }
    sqlite3_create_function_v2(
      database, decimalSum, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, nil,
      { DecimalSum.step($0, $2?[0]) }, { DecimalSum.finish($0) }, nil)
    sqlite3_create_collation_v2(
      database, decimalCollation, SQLITE_UTF8, nil,
      { _, leftCount, left, rightCount, right in
        compareDecimals(
          UnsafeRawBufferPointer(start: left, count: Int(leftCount)),
          UnsafeRawBufferPointer(start: right, count: Int(rightCount)))
      }, nil)
    sqlite3_create_function_v2(
      database, stale, -1, SQLITE_UTF8, Unmanaged.passUnretained(staleKey).toOpaque(),
      { context, count, values in
        guard let staleKey = sqlite3_user_data(context) else { return }
        Unmanaged<StaleKey>.fromOpaque(staleKey).takeUnretainedValue().set(values, count)
        sqlite3_result_error(context, SQLFunction.staleMessage, -1)
      }, nil, nil, nil)
  }

  private typealias Body = @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

  private static func addFunction(_ name: String, to database: OpaquePointer, _ body: Body) {
    sqlite3_create_function_v2(database, name, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, body, nil, nil, nil)
  }

  private static func compute(
    _ operation: ArithmeticOperator, _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let left = arguments?[0], let right = arguments?[1] else { return }
    switch (sqlite3_value_type(left), sqlite3_value_type(right)) {
    case (SQLITE_NULL, _), (_, SQLITE_NULL): sqlite3_result_null(context)
    case (SQLITE_INTEGER, SQLITE_INTEGER):
      let (result, isOverflow) = operation.apply(sqlite3_value_int64(left), sqlite3_value_int64(right))
      if isOverflow { return sqlite3_result_error(context, overflowMessage, -1) }
      sqlite3_result_int64(context, result)
    case (SQLITE_TEXT, _), (_, SQLITE_TEXT):
      guard let left = Decimal(left), let right = Decimal(right) else { return sqlite3_result_null(context) }
      let result = operation.apply(left, right)
      if result.isNaN { return sqlite3_result_error(context, overflowMessage, -1) }
      setResult(context, result)
    default:
      let result = operation.apply(sqlite3_value_double(left), sqlite3_value_double(right))
      if result.isNaN { return sqlite3_result_error(context, overflowMessage, -1) }
      sqlite3_result_double(context, result)
    }
  }

  fileprivate static func setResult(_ context: OpaquePointer?, _ value: Decimal) {
    var text = value.canonicalText
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        sqlite3_result_text(context, $0.baseAddress, Int32($0.count), copied)
      }
    }
  }
}

/// `SQLITE_TRANSIENT`: SQLite makes a copy before the call returns.
nonisolated(unsafe) let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

/// The running total of ``SQLFunction/decimalSum``, in memory that SQLite keeps for each group.
private struct DecimalSum {
  var isStarted: Bool
  var total: Decimal

  static func step(_ context: OpaquePointer?, _ value: OpaquePointer?) {
    guard let value, let number = Decimal(value), let sum = state(context) else { return }
    sum.pointee = DecimalSum(isStarted: true, total: sum.pointee.isStarted ? sum.pointee.total + number : number)
  }

  static func finish(_ context: OpaquePointer?) {
    guard let sum = state(context)?.pointee, sum.isStarted else { return sqlite3_result_null(context) }
    if sum.total.isNaN { return sqlite3_result_error(context, SQLFunction.overflowMessage, -1) }
    SQLFunction.setResult(context, sum.total)
  }

  /// All zero before the first step. A `Decimal` is plain memory, so that nothing need be released.
  private static func state(_ context: OpaquePointer?) -> UnsafeMutablePointer<DecimalSum>? {
    let size = Int32(MemoryLayout<DecimalSum>.size)
    return sqlite3_aggregate_context(context, size)?.assumingMemoryBound(to: DecimalSum.self)
  }
}

extension ArithmeticOperator {
  fileprivate func apply(_ left: Int64, _ right: Int64) -> (Int64, Bool) {
    switch self {
    case .add: left.addingReportingOverflow(right)
    case .subtract: left.subtractingReportingOverflow(right)
    case .multiply: left.multipliedReportingOverflow(by: right)
    }
  }

  fileprivate func apply(_ left: Double, _ right: Double) -> Double {
    switch self {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    }
  }

  fileprivate func apply(_ left: Decimal, _ right: Decimal) -> Decimal {
    switch self {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    }
  }
}

extension Decimal {
  fileprivate init?(_ value: OpaquePointer) {
    guard let text = String(sqliteText: value) else { return nil }
    self.init(exactly: text)
  }
}

#endif
