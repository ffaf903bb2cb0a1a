/// A row that was written, and the key that the store generated for it; `nil` if it generated none.
@_spi(Backend) public struct CopiedRow: Sendable {
  /// The values that were written, in the order of the table's columns.
  public var values: [StoredValue]
  /// The key that the store generated.
  public var generatedKey: Int64?
}

extension RowWriter {
  /// Calls `produce` with this writer, and appends a copy of each written row to `rows`.
  @_spi(Backend) public mutating func copyingRows(
    of table: TableDescription, to rows: inout [CopiedRow],
    _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) {
    var target = self
    var copied: [CopiedRow] = []
    let sink = ValueRowSink(columnCount: table.columns.count) { row in
      for (column, value) in row.enumerated() { target.rawValue(column, value) }
      guard target.finishRow() else { return target.fault == nil ? .missing : .failed }
      copied.append(CopiedRow(values: row, generatedKey: target.generatedKey))
      return .written(key: target.generatedKey)
    }
    defer {
      self = target
      rows += copied
    }
    let fault = try sink.write { (writer) throws(StoreError) in
      try produce(&writer)
      return writer.fault
    }
    if let fault { target.fail(fault.column, fault.reason) }
  }
}
