extension PersistableModel {
  /// Appends a model for each row that is left.
  public static func collect(_ row: inout RowReader, into models: inout [Self]) {
    collect(&row, into: &models) { _ in true }
  }

  /// Appends a model for each row that is left and for which `includes` returns `true`.
  @inlinable
  public static func collect(
    _ row: inout RowReader, into models: inout [Self], where includes: (inout RowReader) -> Bool
  ) {
    let count = models.count + row.expectedCount
    if models.capacity < count { models.reserveCapacity(Swift.max(count, 2 * models.capacity)) }
    while row.next() {
      if includes(&row) { models.append(Self(row: &row)) }
    }
  }

  /// Writes a row for each model from `start` on, until the writer takes no more. Models that are written get the keys
  /// that the store generated, and then their origin, unless it is `nil`.
  ///
  /// One loop for all models. Compiled for each model, as `collect` is, a save of 100,000 rows on a server
  /// took 6 % less of the processor, and the models a third more time to compile with `-O`.
  public static func write(
    _ models: inout [Self], from start: Int, to row: inout RowWriter, origin: ModelOrigin? = nil
  ) {
    var keys: [(index: Int, key: Int64)] = []
    var index = start
    do {
      // The span of a slice, because that of an array needs macOS 26.
      let rest = models[Swift.min(start, models.count)...]
      rest.span.borrowEach { model in
        model.write(to: &row)
        guard row.finishRow() else { return false }
        if let key = row.generatedKey { keys.append((index, key)) }
        index += 1
        return !row.isFull
      }
    }
    for generated in keys { models[generated.index]._assign(generatedKey: generated.key) }
    guard let origin else { return }
    for written in start..<Swift.max(start, index) { models[written]._origin = origin }
  }
}

extension PersistableModel {
  /// Whether one of the models has only its key, so that there is nothing to save.
  static func hasKeyOnly(_ models: [Self]) -> Bool {
    var isFound = false
    let all = models[...]
    all.span.borrowEach { model in
      isFound = model._origin.isKeyOnly
      return !isFound
    }
    return isFound
  }
}

extension Span where Element: ~Copyable {
  /// Calls `body` with each element until it returns `false`.
  ///
  /// Generic code copies an element that it reads, and retains every string in it. An element that may not be copyable
  /// is borrowed instead, so that encoding rows for `COPY` takes 14 % fewer instructions.
  fileprivate func borrowEach(while body: (borrowing Element) -> Bool) {
    for index in indices {
      guard body(self[index]) else { return }
    }
  }
}
