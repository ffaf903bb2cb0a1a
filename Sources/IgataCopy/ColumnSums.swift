@_spi(Backend) internal import IgataRuntime

/// What two tables are compared by: how many rows there are, and for each column a sum over its values, each taken
/// together with the key of its row, so that no two rows can exchange theirs.
///
/// The sums are of hashes that differ from process to process: both sides are read by one.
struct ColumnSums: Equatable {
  private(set) var count = 0
  private(set) var columns: [UInt64]

  init(_ table: TableDescription) { columns = [UInt64](repeating: 0, count: table.columns.count) }

  mutating func add(_ row: [StoredValue], key: [Int]) {
    var hasher = Hasher()
    for column in key { hasher.combine(row[column]) }
    let place = hasher.finalize()
    for column in row.indices {
      var hasher = Hasher()
      hasher.combine(place)
      hasher.combine(row[column])
      columns[column] &+= UInt64(bitPattern: Int64(hasher.finalize()))
    }
    count += 1
  }
}
