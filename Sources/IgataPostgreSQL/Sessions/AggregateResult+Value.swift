#if PostgreSQL
internal import CPostgreSQL
@_spi(Backend) internal import IgataRuntime
internal import IgataSQL

extension AggregateResult {
  /// The value in a row of results. Null where there was nothing to reduce.
  func value(_ result: ServerResult, _ row: Int32, _ table: TableDescription) throws(StoreError) -> StoredValue {
    let column = Int32(truncatingIfNeeded: column)
    guard !result.isNull(row, column) else { return .null }
    let bytes = result.bytes(row, column)
    switch form {
    case .count: return Int64(serverBytes: bytes, .int64).map { .integer($0) } ?? .null
    case .value(let type):
      if let found = ServerType(rawValue: PQftype(result.pointer, column)),
        let value = StoredValue(serverBytes: bytes, found, as: type)
      {
        return value
      }
      if case .decimal = type { break }
      throw .corrupted(
        model: table.model, row: nil, column: nil, problem: "\(text(table)) holds what is not of its type")
    case .sumText(let isInteger):
      if let sum = String(serverBytes: bytes).flatMap({ ExactSum.sum(of: $0, isInteger: isInteger) }) { return sum }
    case .averageOfSumText:
      guard let count = Int64(serverBytes: result.bytes(row, column + 1), .int64) else { break }
      if let average = String(serverBytes: bytes).flatMap({ ExactSum.average(of: $0, count) }) { return average }
    case .reals(let isAverage):
      if let total = Self.total(bytes, isAverage: isAverage) { return total }
    case .halves, .averageOfHalves: break
    }
    throw .overflow(expression: "the sum of \(text(table))")
  }

  /// The sum, or the average, of the numbers of an array.
  private static func total(_ bytes: UnsafeRawBufferPointer, isAverage: Bool) -> StoredValue? {
    var sum = ExactSum()
    var offset = 20
    while offset + 4 <= bytes.count {
      let count = Int(bytes.bigEndian(at: offset, as: Int32.self))
      offset += 4
      // Null has no bytes.
      guard count >= 0 else { continue }
      guard count == 8, offset + count <= bytes.count else { return nil }
      sum.add(.real(Double(bitPattern: bytes.bigEndian(at: offset, as: UInt64.self))))
      offset += count
    }
    return isAverage ? sum.average : sum.sum
  }

  private func text(_ table: TableDescription) -> String { expression.map { table.text(of: $0) } ?? table.model }
}

#endif
