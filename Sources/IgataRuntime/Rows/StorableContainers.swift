extension Optional: Storable, RowCodable where Wrapped: Storable {
  @inlinable
  public init(row: inout RowReader, at column: Int) {
    self = row.isNull(column) ? nil : Wrapped(row: &row, at: column)
  }

  @inlinable
  public func write(to row: inout RowWriter, at column: Int) {
    if let self { self.write(to: &row, at: column) } else { row.null(column) }
  }

  public var _storedValue: StoredValue { self?._storedValue ?? .null }
  public var _queriedValue: StoredValue { self?._queriedValue ?? .null }
}

extension Array: Storable, RowCodable where Element: Storable {
  public init(row: inout RowReader, at column: Int) {
    guard case .list(let values) = row.checkedList(column) else {
      self = []
      return
    }
    self = []
    reserveCapacity(values.count)
    // Each element is read as the only column of a row of its own.
    let cursor = ValueRowCursor(values.map { [$0] })
    let fault = cursor.read { elements in
      while elements.next() { append(Element(row: &elements, at: 0)) }
      return elements.fault
    }
    if let fault { row.fail(column, fault.reason) }
  }

  public func write(to row: inout RowWriter, at column: Int) {
    let sink = ValueRowSink(columnCount: 1)
    let fault = sink.write { elements in
      for element in self {
        element.write(to: &elements, at: 0)
        guard elements.finishRow() else { break }
      }
      return elements.fault
    }
    if let fault { row.fail(column, fault.reason) }
    row.rawValue(column, .list(sink.rows.map { $0[0] }))
  }

  public var _storedValue: StoredValue { .list(map(\._storedValue)) }
}

extension RowReader {
  fileprivate mutating func checkedList(_ column: Int) -> StoredValue {
    let value = rawValue(column)
    if case .list = value { return value }
    failReading(column, value)
    return .null
  }
}
