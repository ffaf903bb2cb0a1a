@_spi(Backend) internal import IgataRuntime

/// A summary of a table by which two tables are compared: the number of rows, and for each column a sum of hashes. Each
/// hash includes the key of its row, so that the sums differ if two rows have exchanged values.
///
/// The hashes differ from process to process, so that one process has to read both tables.
struct ColumnSums: Equatable {
  private(set) var count = 0
  private(set) var columns: [UInt64]

  init(_ table: TableDescription) { columns = [UInt64](repeating: 0, count: table.columns.count) }

  mutating func add(_ row: [StoredValue], key: [Int]) {
    var hasher = Hasher()
    for column in key { hasher.combine(row[column]) }
    let keyHash = hasher.finalize()
    for column in row.indices {
      var hasher = Hasher()
      hasher.combine(keyHash)
      hasher.combine(row[column])
      columns[column] &+= UInt64(bitPattern: Int64(hasher.finalize()))
    }
    count += 1
  }
}
