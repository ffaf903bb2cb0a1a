#if PostgreSQL
internal import CPostgreSQL
internal import IgataRuntime

/// The statement that finds a table's row by its key, as one connection keeps it at hand.
final class KeyedFind {
  private let name: String
  private let columnCount: Int32
  /// The key that is sought, whose memory is used again and again. Behind a pointer, as each use of a class's variable is
  /// looked after while the program runs.
  private let key: UnsafeMutablePointer<RowBuffer>
  /// Where the key's values stand, and how long they are, which is followed by what says that they are binary.
  private let fields: UnsafeMutablePointer<UnsafePointer<CChar>?>
  private let lengths: UnsafeMutablePointer<Int32>
  /// The types of the columns that are found, once they are known. They are the same each time, as the server refuses
  /// to run a prepared statement whose columns have changed.
  private var foundTypes: [ServerType?] = []

  init(_ statement: PreparedStatement) {
    name = statement.name
    columnCount = Int32(truncatingIfNeeded: statement.types.count)
    key = .allocate(capacity: 1)
    key.initialize(to: RowBuffer(statement.types))
    let count = statement.types.count
    fields = .allocate(capacity: max(count, 1))
    fields.initialize(repeating: nil, count: max(count, 1))
    lengths = .allocate(capacity: max(2 * count, 1))
    lengths.initialize(repeating: 1, count: max(2 * count, 1))
  }

  deinit {
    key.deinitialize(count: 1)
    key.deallocate()
    fields.deallocate()
    lengths.deallocate()
  }

  /// The types of the columns of a row that was found.
  func types(of result: ServerResult) -> [ServerType?] {
    if foundTypes.isEmpty { foundTypes = result.columnTypes }
    return foundTypes
  }

  /// Takes the key that `write` writes. Returns whether one can be asked for.
  func take(_ write: (inout RowWriter) -> Void) -> Bool {
    key.pointee.removeRows()
    var writer = RowWriter(sink: key, writing: RowBuffer.functions)
    write(&writer)
    guard writer.finishRow(), !key.pointee.holdsNull else { return false }
    key.pointee.locateFields(fields, lengths)
    return true
  }

  /// The key that was asked for last.
  func key(_ table: TableDescription) -> [StoredValue] {
    key.pointee.values(of: 0, table.primaryKey.map { table.columns[$0].type })
  }

  /// Asks for the row that has the key. Returns `false` where the connection fails.
  func send(_ handle: OpaquePointer) -> Bool {
    PQsendQueryPrepared(handle, name, columnCount, fields, lengths, lengths + Int(columnCount), 1) == 1
      && PQpipelineSync(handle) == 1
  }
}

extension Connection {
  /// The statement that finds a row of the table by its key; nothing where it was not prepared yet, or where there is
  /// something else to be done first.
  func find(_ table: TableDescription, _ sql: () -> String) -> KeyedFind? {
    guard owedSyncs == 0, expected.isEmpty else { return nil }
    if let find = finds[ObjectIdentifier(table)] { return find }
    guard let statement = statements[sql()],
      statement.types == table.primaryKey.map({ table.columns[$0].type.serverType.widest })
    else { return nil }
    let find = KeyedFind(statement)
    finds[ObjectIdentifier(table)] = find
    return find
  }

  /// Asks for a row by its key.
  func ask(_ find: KeyedFind) throws(ServerFailure) {
    guard find.send(handle) else { throw lost() }
    expected.append(.result)
  }
}

extension ServerType {
  /// The type by which a value of this one can travel in a query.
  fileprivate var widest: ServerType {
    switch self {
    case .int16, .int32: .int64
    case .float: .double
    default: self
    }
  }
}

#endif
