#if SQLite || canImport(SQLite3)
internal import Foundation
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables
internal import Synchronization

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// The functions of the program that the scripts of versions call.
///
/// A call has the function's arguments, the model, and the key of the row.
final class ProgramFunctions: Sendable {
  private let functions: [MigrationFunction]
  private let lastFailure = Mutex<Failure?>(nil)

  /// A call of a function that failed.
  struct Failure {
    fileprivate let function: String
    fileprivate let model: String
    fileprivate let key: [String]
    fileprivate let reason: String

    func text(_ sensitive: SensitiveColumns) -> String {
      let row = key.isEmpty ? "" : " for row \(sensitive.keyText(key, ofModel: model)) of '\(model)'"
      return "the function '\(function)' failed\(row): \(reason)"
    }
  }

  init(_ functions: [MigrationFunction]) { self.functions = functions }

  /// The names of the functions that a version calls and that the program doesn't give.
  func missing(for version: SchemaVersion) -> [String] {
    version.functions.filter { name in !functions.contains { $0.name == name } }
  }

  /// Why the last statement failed; `nil` if none of the functions did.
  func takeFailure() -> Failure? {
    lastFailure.withLock { failure in
      defer { failure = nil }
      return failure
    }
  }

  private func fail(_ failure: Failure) { lastFailure.withLock { $0 = failure } }

  // MARK: Registering

  func register(on database: OpaquePointer) {
    for function in functions {
      sqlite3_create_function_v2(
        database, Self.sqlName(function.name), -1, SQLITE_UTF8,
        Unmanaged.passRetained(Registered(function, self)).toOpaque(),
        { context, count, values in
          guard let registered = sqlite3_user_data(context) else { return }
          let function = Unmanaged<Registered>.fromOpaque(registered).takeUnretainedValue()
          function.run(context, (0..<Int(count)).map { values?[$0] })
        }, nil, nil, { if let registered = $0 { Unmanaged<Registered>.fromOpaque(registered).release() } })
    }
  }

  /// Defines the functions that a version calls where there are no rows: they return null.
  static func registerNames(of version: SchemaVersion, on database: OpaquePointer) {
    for name in version.functions {
      sqlite3_create_function_v2(
        database, sqlName(name), -1, SQLITE_UTF8, nil, { context, _, _ in sqlite3_result_null(context) }, nil, nil, nil)
    }
  }

  private static func sqlName(_ name: String) -> String { "igata_swift_\(name)" }

  /// A function, as a connection holds it.
  private final class Registered: Sendable {
    private let function: MigrationFunction
    private let all: ProgramFunctions

    init(_ function: MigrationFunction, _ all: ProgramFunctions) {
      self.function = function
      self.all = all
    }

    func run(_ context: OpaquePointer?, _ values: [OpaquePointer?]) {
      let count = function.parameters.count
      guard values.count > count else {
        return fail(context, values, "it has \(count) parameters, and \(max(values.count - 1, 0)) are passed")
      }
      do {
        let result = try function.call(zip(values, function.parameters).map { StoredValue(argument: $0, $1) })
        SQLFunction.setResult(context, result)
      } catch {
        fail(context, values, "\(error)")
      }
    }

    private func fail(_ context: OpaquePointer?, _ values: [OpaquePointer?], _ reason: String) {
      let rest = values.dropFirst(function.parameters.count)
      let key = rest.dropFirst().map { StoredValue.literal(of: $0) }
      let model = rest.first.flatMap { $0.flatMap { String(sqliteText: $0) } } ?? ""
      all.fail(Failure(function: function.name, model: model, key: key, reason: reason))
      sqlite3_result_error(context, "igata: the function '\(function.name)' failed", -1)
    }
  }
}

extension StoredValue {
  /// An argument of a function, as a column of this type holds it. What no such column holds is passed as it is, and
  /// refused by the function.
  fileprivate init(argument value: OpaquePointer?, _ type: ColumnType) {
    guard let value else {
      self = .null
      return
    }
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = Self.argument(sqlite3_value_int64(value), type.storage)
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT: self = String(sqliteText: value).map { Self.argument($0, type.storage) } ?? .null
    case SQLITE_BLOB:
      let data = sqlite3_value_blob(value).map { Data(bytes: $0, count: Int(sqlite3_value_bytes(value))) } ?? Data()
      let isUUID = type.storage == .uuid && data.count == 16
      self =
        isUUID ? .uuid(UUID(uuid: data.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })) : .data(data)
    default: self = .null
    }
  }

  private static func argument(_ integer: Int64, _ storage: StorageKind) -> StoredValue {
    switch storage {
    case .bool where integer == 0 || integer == 1: .bool(integer == 1)
    case .date: .date(microseconds: integer)
    case .real: .real(Double(integer))
    default: .integer(integer)
    }
  }

  private static func argument(_ text: String, _ storage: StorageKind) -> StoredValue {
    switch storage {
    case .decimal: Decimal(exactly: text).map { .decimal($0) } ?? .text(text)
    case .json: (try? JSON(parsing: text)).map { .json($0) } ?? .text(text)
    default: .text(text)
    }
  }

  /// A column of a key for a message, as SQL has it.
  fileprivate static func literal(of value: OpaquePointer?) -> String {
    guard let value else { return "NULL" }
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return String(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return String(sqlite3_value_double(value))
    case SQLITE_TEXT: return String(sqliteText: value).map { SQLiteDialect().literal($0) } ?? "NULL"
    case SQLITE_BLOB:
      guard case .data(let data) = StoredValue(argument: value, .scalar(.data)) else { return "NULL" }
      return "X'\(data.map(\.hexadecimal).joined())'"
    default: return "NULL"
    }
  }
}

extension UInt8 {
  fileprivate var hexadecimal: String { (self < 16 ? "0" : "") + String(self, radix: 16, uppercase: true) }
}

extension SQLFunction {
  /// Returns a value as its column stores it.
  fileprivate static func setResult(_ context: OpaquePointer?, _ value: StoredValue) {
    switch value {
    case .null: sqlite3_result_null(context)
    case .bool(let value): sqlite3_result_int(context, value ? 1 : 0)
    case .integer(let value), .date(microseconds: let value): sqlite3_result_int64(context, value)
    case .real(let value): sqlite3_result_double(context, value)
    case .text(let value): setResult(context, value)
    case .decimal(let value): setResult(context, value.canonicalText)
    case .json(let value): setResult(context, value.text)
    case .uuid(let value):
      withUnsafeBytes(of: value.uuid) { sqlite3_result_blob(context, $0.baseAddress, Int32($0.count), copied) }
    case .data(let value):
      value.withUnsafeBytes { sqlite3_result_blob64(context, $0.baseAddress, UInt64($0.count), copied) }
    case .list: sqlite3_result_null(context)
    }
  }
}

#endif
