/// Values of rows.
struct ValueBatch<each Value: Storable>: RowBatch {
  typealias Element = (repeat each Value)

  /// The query, which reads the values by which the rows are sorted after those of the elements.
  let rows: RowQuery
  private let selected: SelectedValues<repeat each Value>
  private var found: [(repeat each Value)] = []
  private var positions: [[StoredValue]] = []

  init(_ query: RowQuery, _ selected: SelectedValues<repeat each Value>) {
    var rows = query
    rows.values = selected.expressions + Keyset(query).orderings.map(\.expression)
    self.rows = rows
    self.selected = selected
  }

  var count: Int { found.count }

  mutating func append(
    _ session: any BackendSession,
    _ read: ((inout RowReader) throws(StoreError) -> Void) async throws(StoreError) -> Void
  ) async throws(StoreError) {
    let sorted = selected.expressions.count..<(rows.values?.count ?? 0)
    var found: [(repeat each Value)] = []
    var positions: [[StoredValue]] = []
    try await read { (row) throws(StoreError) in
      try selected.collect(&row, into: &found) { row in positions.append(sorted.map { row.rawValue($0) }) }
    }
    self.found += found
    self.positions += positions
  }

  mutating func cut(to count: Int) {
    found.removeLast(max(0, found.count - count))
    positions.removeLast(max(0, positions.count - count))
  }

  func position(_ keyset: Keyset, _ session: any BackendSession) async throws(StoreError) -> [StoredValue]? {
    positions.last
  }

  func elements(_ session: any BackendSession) async throws(StoreError) -> [Element] { found }
}
