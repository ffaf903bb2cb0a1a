extension PersistableModel {
  /// Appends a model for each remaining row.
  @inlinable
  public static func collect(_ row: inout RowReader, into models: inout [Self]) {
    let count = models.count + row.expectedCount
    if models.capacity < count { models.reserveCapacity(Swift.max(count, 2 * models.capacity)) }
    while row.next() { models.append(Self(row: &row)) }
  }

  /// Writes a row for each model from `start` on, until the writer accepts no more. Sets the keys that the store
  /// generated.
  public static func write(_ models: inout [Self], from start: Int, to row: inout RowWriter) {
    var keys: [(index: Int, key: Int64)] = []
    // Accessed through a buffer: reading elements of an array would copy each one, and retain everything that it refers
    // to.
    models.withUnsafeBufferPointer { models in
      guard let first = models.baseAddress else { return }
      for index in start..<Swift.max(start, models.count) {
        first[index].write(to: &row)
        guard row.finishRow() else { return }
        if let key = row.generatedKey { keys.append((index, key)) }
        if row.isFull { return }
      }
    }
    for made in keys { models[made.index]._assign(generatedKey: made.key) }
  }
}
