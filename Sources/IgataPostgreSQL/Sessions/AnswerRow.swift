#if PostgreSQL
internal import CPostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

/// A row of a result that the server has sent.
struct AnswerRow: AggregateRow {
  let result: ServerResult
  let row: Int32

  func isNull(_ column: Int) -> Bool { result.isNull(row, number(column)) }

  func integer(_ column: Int) -> Int64? { Int64(serverBytes: bytes(column), .int64) }

  func text(_ column: Int) -> String? { String(serverBytes: bytes(column)) }

  func value(_ column: Int, _ type: ColumnType) -> StoredValue? {
    guard let found = ServerType(rawValue: PQftype(result.pointer, number(column))) else { return nil }
    return StoredValue(serverBytes: bytes(column), found, as: type)
  }

  /// A `Decimal` holds fewer digits than the server's `numeric`.
  func isOutOfRange(_ type: ColumnType) -> Bool { type.storage == .decimal }

  /// The elements of an array that are not null. Each follows its length, which is negative for null.
  func reals(_ column: Int) -> [Double]? {
    let bytes = bytes(column)
    var numbers: [Double] = []
    var offset = 20
    while offset + 4 <= bytes.count {
      let count = Int(bytes.bigEndian(at: offset, as: Int32.self))
      offset += 4
      guard count >= 0 else { continue }
      guard count == 8, offset + count <= bytes.count else { return nil }
      numbers.append(Double(bitPattern: bytes.bigEndian(at: offset, as: UInt64.self)))
      offset += count
    }
    return numbers
  }

  private func bytes(_ column: Int) -> UnsafeRawBufferPointer { result.bytes(row, number(column)) }

  private func number(_ column: Int) -> Int32 { Int32(truncatingIfNeeded: column) }
}

#endif
