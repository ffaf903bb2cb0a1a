internal import IgataTables

/// A function of the program that the versions of a schema call: `@backfill(swift: "firstName({name})")`.
///
/// Generated code makes it, in `migrations(firstName:)`.
public struct MigrationFunction: Sendable {
  /// The name in the schema.
  public let name: String
  /// The types of the parameters.
  @_spi(Backend) public let parameters: [ColumnType]
  /// Calls the function with one value for each parameter. Throws what it throws, and a ``MigrationFunction/Failure``
  /// if a value has another type.
  @_spi(Backend) public let call: @Sendable ([StoredValue]) throws -> StoredValue

  /// A function that gets old fields as their columns store them, and returns the value of a new one.
  public init<each Input: Storable, Output: Storable>(
    _ name: String, _ body: @escaping @Sendable (repeat each Input) throws -> Output
  ) {
    var parameters: [ColumnType] = []
    repeat parameters.append((each Input).columnType)
    self.name = name
    self.parameters = parameters
    call = { values in
      var column = 0
      return try ValueRowCursor([values]).read { row in
        _ = row.next()
        let input = (repeat (each Input)(next: &row, &column))
        if let fault = row.fault { throw Failure(reason: "argument \(fault.column + 1) \(fault.words)") }
        return try Self.stored(try body(repeat each input))
      }
    }
  }

  private static func stored<Output: Storable>(_ value: Output) throws -> StoredValue {
    let sink = ValueRowSink(columnCount: 1)
    let fault = sink.write { row in
      value.write(to: &row, at: 0)
      return row.fault
    }
    if let fault { throw Failure(reason: "its result \(fault.words)") }
    return sink.unfinishedRow[0]
  }

  /// Why a value can't be passed to a function or be stored.
  @_spi(Backend) public struct Failure: Error, CustomStringConvertible {
    let reason: String

    public var description: String { reason }
  }
}

extension RowFault {
  /// What is wrong with a value, as the end of a sentence.
  fileprivate var words: String {
    switch reason {
    case .missing: "is null"
    case .wrongType(let found): "is \(found)"
    case .outOfRange: "is out of range"
    case .unstorable(let what): "is \(what), which can't be stored"
    case .unknownCase, .malformed, .constraint, .backend: "isn't valid"
    }
  }
}
