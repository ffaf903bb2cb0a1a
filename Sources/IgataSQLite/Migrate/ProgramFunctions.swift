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
        let result = try function.call(zip(values, function.parameters).map { StoredValue(argument: $0).typed($1) })
        result.setResult(of: context)
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
  /// A column of a key for a message, as SQL has it.
  fileprivate static func literal(of value: OpaquePointer?) -> String {
    switch StoredValue(argument: value) {
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .text(let text): SQLiteDialect().literal(text)
    case .data(let data): "X'\(data.map(\.hexadecimal).joined())'"
    default: "NULL"
    }
  }
}

extension UInt8 {
  fileprivate var hexadecimal: String { (self < 16 ? "0" : "") + String(self, radix: 16, uppercase: true) }
}

#endif
