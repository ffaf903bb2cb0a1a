#if SQLite || canImport(SQLite3)
internal import Foundation
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// The functions that every connection defines under the names of ``SQLiteFunction``.
enum SQLFunction {
  /// Fails with ``staleMessage``, and stores the key that was passed in the connection's ``StaleKey``.
  static let stale = "igata_stale"

  /// Returns a calculated value as it is stored in the column with a number, see ``AssignedColumns``. Fails with
  /// ``overflowMessage`` if it can't be stored there.
  static let assigned = "igata_assigned"

  /// Fails with ``convertedMessage`` and the name of a column, which was passed.
  static let converted = "igata_converted"

  /// Returns a value that was read in a form, and fails with ``unreadMessage`` and the name of its column, which is
  /// passed as well, if what is stored there has another form.
  static let known = "igata_known"

  /// What is added to the number of a ``DatePart`` that is one of a day.
  static let partOfDay: Int64 = 16

  static let unreadMessage = "igata: unread: "
  static let convertedMessage = "igata: converted: "
  static let overflowMessage = "igata: out of range"
  static let staleMessage = "igata: stale version"

  static func register(on database: OpaquePointer, _ staleKey: StaleKey, _ assignedColumns: AssignedColumns) {
    addFunction(SQLiteFunction.contains, to: database) { SQLFunction.contains($0, $2?[0], $2?[1]) }
    addFunction(SQLiteFunction.canonicalJSON, 1, to: database) { context, _, values in
      guard let text = values?[0].flatMap({ String(sqliteText: $0) }), let json = try? JSON(parsing: text) else {
        return sqlite3_result_value(context, values?[0])
      }
      StoredValue.json(json).setResult(of: context)
    }
    addFunction(SQLiteFunction.json, 3, to: database) { SQLFunction.json($0, $2?[0], $2?[1], $2?[2]) }
    addFunction(SQLiteFunction.datePart, to: database) { SQLFunction.datePart($0, $2?[0], $2?[1]) }
    addFunction(SQLiteFunction.arithmetic(.add), to: database) { SQLFunction.compute(.add, $0, $2) }
    addFunction(SQLiteFunction.arithmetic(.subtract), to: database) { SQLFunction.compute(.subtract, $0, $2) }
    addFunction(SQLiteFunction.arithmetic(.multiply), to: database) { SQLFunction.compute(.multiply, $0, $2) }
    addFunction(converted, 1, to: database) { context, _, values in
      let name = values?[0].flatMap { String(sqliteText: $0) } ?? ""
      sqlite3_result_error(context, SQLFunction.convertedMessage + name, -1)
    }
    addFunction(known, 2, to: database) { context, _, values in
      guard let value = values?[0], sqlite3_value_type(value) == SQLITE_TEXT,
        String(sqliteText: value).flatMap(StoredForms.refusedValue) != nil
      else { return sqlite3_result_value(context, values?[0]) }
      let name = values?[1].flatMap { String(sqliteText: $0) } ?? ""
      sqlite3_result_error(context, SQLFunction.unreadMessage + name, -1)
    }
    StoredForms.register { addFunction($0, $1, to: database, $2) }
    addFunction(SQLiteFunction.joinedHalves, to: database) { SQLFunction.joinHalves($0, $2?[0], $2?[1]) }
    addAggregate(.sum, to: database, { Total.finish($0) { $0.sum } })
    addAggregate(.average, to: database, { Total.finish($0) { $0.average } })
    sqlite3_create_function_v2(
      database, SQLiteFunction.lowercase, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, { SQLFunction.lower($0, $2?[0]) },
      nil, nil, nil)
    sqlite3_create_collation_v2(
      database, SQLiteFunction.decimalCollation, SQLITE_UTF8, nil,
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
    sqlite3_create_function_v2(
      database, assigned, 2, SQLITE_UTF8, Unmanaged.passUnretained(assignedColumns).toOpaque(),
      { context, _, values in
        guard let columns = sqlite3_user_data(context), let value = values?[0], let column = values?[1] else { return }
        SQLFunction.assign(
          value, Int(sqlite3_value_int64(column)),
          Unmanaged<AssignedColumns>.fromOpaque(columns).takeUnretainedValue(), context)
      }, nil, nil, nil)
  }

  /// The values that SQLite passes to a function.
  typealias Arguments = UnsafeMutablePointer<OpaquePointer?>
  typealias Body = @convention(c) (OpaquePointer?, Int32, Arguments?) -> Void

  private static func addFunction(
    _ name: String, _ argumentCount: Int32 = 2, to database: OpaquePointer, _ body: Body
  ) {
    sqlite3_create_function_v2(
      database, name, argumentCount, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, body, nil, nil, nil)
  }

  private static func addAggregate(
    _ function: AggregateFunction, to database: OpaquePointer, _ finish: @convention(c) (OpaquePointer?) -> Void
  ) {
    sqlite3_create_function_v2(
      database, SQLiteFunction.exact(function), 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, nil,
      { Total.step($0, $2?[0]) }, finish, nil)
    sqlite3_create_function_v2(
      database, SQLiteFunction.exact(function, ofIntegers: true), 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, nil,
      { Total.stepInteger($0, $2?[0]) }, finish, nil)
  }

  private static func compute(
    _ operation: ArithmeticOperator, _ context: OpaquePointer?, _ arguments: Arguments?
  ) {
    guard let left = arguments?[0], let right = arguments?[1] else { return }
    switch (sqlite3_value_type(left), sqlite3_value_type(right)) {
    case (SQLITE_NULL, _), (_, SQLITE_NULL): return sqlite3_result_null(context)
    case (SQLITE_INTEGER, SQLITE_INTEGER):
      guard let result = operation.apply(sqlite3_value_int64(left), sqlite3_value_int64(right)) else { break }
      return sqlite3_result_int64(context, result)
    case (SQLITE_TEXT, _), (_, SQLITE_TEXT):
      guard let left = Decimal(left), let right = Decimal(right) else { return sqlite3_result_null(context) }
      guard let result = operation.apply(left, right) else { break }
      return StoredValue.decimal(result).setResult(of: context)
    default:
      guard let result = operation.apply(sqlite3_value_double(left), sqlite3_value_double(right)) else { break }
      return sqlite3_result_double(context, result)
    }
    sqlite3_result_error(context, overflowMessage, -1)
  }

  private static func joinHalves(_ context: OpaquePointer?, _ upper: OpaquePointer?, _ lower: OpaquePointer?) {
    guard let sum = Int64(exactly: Int128(sqlite3_value_int64(upper)) << 32 + Int128(sqlite3_value_int64(lower)))
    else { return sqlite3_result_error(context, overflowMessage, -1) }
    sqlite3_result_int64(context, sum)
  }

  private static func assign(
    _ value: OpaquePointer, _ column: Int, _ columns: AssignedColumns, _ context: OpaquePointer?
  ) {
    let number: StoredValue? =
      switch sqlite3_value_type(value) {
      case SQLITE_NULL: .null
      case SQLITE_INTEGER: .integer(sqlite3_value_int64(value))
      case SQLITE_FLOAT: .real(sqlite3_value_double(value))
      default: Decimal(value).map { .decimal($0) }
      }
    switch number.flatMap({ columns.stored($0, in: column) }) {
    case nil: sqlite3_result_error(context, overflowMessage, -1)
    case .real(let rounded): sqlite3_result_double(context, rounded)
    default: sqlite3_result_value(context, value)
    }
  }

  private static func datePart(_ context: OpaquePointer?, _ date: OpaquePointer?, _ number: OpaquePointer?) {
    let number = sqlite3_value_int64(number)
    guard let date, let part = DatePart(rawValue: Int(number & ~partOfDay)) else { return sqlite3_result_null(context) }
    if number & partOfDay != 0 {
      guard let value = day(date).flatMap({ part.value($0) }) else { return StoredForms.refuse(date, context) }
      return value.setResult(of: context)
    }
    guard sqlite3_value_type(date) == SQLITE_INTEGER else { return sqlite3_result_null(context) }
    guard let value = part.value(sqlite3_value_int64(date)) else {
      return sqlite3_result_error(context, overflowMessage, -1)
    }
    value.setResult(of: context)
  }

  private static func day(_ text: OpaquePointer?) -> Day? {
    guard let text, sqlite3_value_type(text) == SQLITE_TEXT else { return nil }
    return String(sqliteText: text).flatMap { Day($0) }
  }

  /// Null if the list is null, or no list.
  private static func contains(_ context: OpaquePointer?, _ list: OpaquePointer?, _ element: OpaquePointer?) {
    guard let elements = Self.elements(list), let wanted = Self.elements(element)?.first else {
      return sqlite3_result_null(context)
    }
    sqlite3_result_int64(context, elements.contains(wanted) ? 1 : 0)
  }

  private static func json(
    _ context: OpaquePointer?, _ root: OpaquePointer?, _ path: OpaquePointer?, _ form: OpaquePointer?
  ) {
    guard let text = root.flatMap({ String(sqliteText: $0) }), let json = try? JSON(parsing: text),
      let path = path.flatMap({ String(sqliteText: $0) }).flatMap({ JSONPath($0) }),
      let form = form.flatMap({ JSONForm(rawValue: Int(sqlite3_value_int64($0))) })
    else { return sqlite3_result_null(context) }
    form.value(path.value(in: json)).setResult(of: context)
  }

  private static func elements(_ list: OpaquePointer?) -> [JSON]? {
    guard let text = list.flatMap({ String(sqliteText: $0) }), case .array(let elements)? = try? JSON(parsing: text)
    else { return nil }
    return elements
  }

  private static func lower(_ context: OpaquePointer?, _ value: OpaquePointer?) {
    guard let value, let text = sqlite3_value_text(value) else { return sqlite3_result_null(context) }
    let count = Int(sqlite3_value_bytes(value))
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: max(count, 1)) { bytes in
      for index in 0..<count {
        let byte = text[index]
        bytes[index] = CChar(bitPattern: (65...90).contains(byte) ? byte + 32 : byte)
      }
      sqlite3_result_text64(context, bytes.baseAddress, UInt64(count), copied, UInt8(SQLITE_UTF8))
    }
  }
}

/// `SQLITE_TRANSIENT`: SQLite copies the value before the call returns. C defines it as the pointer with the bits of
/// -1, which SQLite compares and never calls; it never changes.
nonisolated(unsafe) let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

/// The running total of one group.
private final class Total {
  private var sum = ExactSum()

  static func step(_ context: OpaquePointer?, _ value: OpaquePointer?) {
    guard let value else { return }
    switch sqlite3_value_type(value) {
    case SQLITE_NULL: break
    case SQLITE_TEXT: if let number = Decimal(value) { add(.decimal(number), context) }
    default: add(.real(sqlite3_value_double(value)), context)
    }
  }

  static func stepInteger(_ context: OpaquePointer?, _ value: OpaquePointer?) {
    guard let value, sqlite3_value_type(value) == SQLITE_INTEGER else { return }
    add(.integer(sqlite3_value_int64(value)), context)
  }

  private static func add(_ number: StoredValue, _ context: OpaquePointer?) {
    guard let slot = slot(context) else { return }
    let total = slot.pointee ?? Unmanaged.passRetained(Total())
    slot.pointee = total
    total.takeUnretainedValue().sum.add(number)
  }

  /// SQLite calls this for each group that was begun, also if the statement is reset early.
  static func finish(_ context: OpaquePointer?, _ result: (ExactSum) -> StoredValue?) {
    guard let total = slot(context)?.pointee else { return sqlite3_result_null(context) }
    guard let value = result(total.takeRetainedValue().sum) else {
      return sqlite3_result_error(context, SQLFunction.overflowMessage, -1)
    }
    value.setResult(of: context)
  }

  /// The memory that SQLite allocates for each group, initially zero.
  private static func slot(_ context: OpaquePointer?) -> UnsafeMutablePointer<Unmanaged<Total>?>? {
    let size = Int32(MemoryLayout<Unmanaged<Total>?>.size)
    return sqlite3_aggregate_context(context, size)?.assumingMemoryBound(to: Unmanaged<Total>?.self)
  }
}

extension Decimal {
  fileprivate init?(_ value: OpaquePointer) {
    guard let text = String(sqliteText: value) else { return nil }
    self.init(exactly: text)
  }
}

#endif
