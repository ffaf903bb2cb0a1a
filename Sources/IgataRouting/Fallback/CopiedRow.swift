@_spi(Backend) internal import IgataRuntime

/// A row that was written, and the key that was made for it; 0 where none was.
struct CopiedRow {
  var values: [StoredValue]
  var generatedKey: Int64
}

extension RowWriter {
  /// Lets `produce` write here, and keeps a copy of each row that was finished.
  mutating func copyingRows(
    of table: TableDescription, to rows: inout [CopiedRow],
    _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) {
    let fault = try withUnsafeMutablePointer(to: &self) { (target) throws(StoreError) in
      try withUnsafeMutablePointer(to: &rows) { (rows) throws(StoreError) in
        let sink = ValueRowSink(columnCount: table.columns.count) { row in
          for (column, value) in row.enumerated() { target.pointee.rawValue(column, value) }
          guard target.pointee.finishRow() else { return target.pointee.fault == nil ? .missing : .failed }
          rows.pointee.append(CopiedRow(values: row, generatedKey: target.pointee.generatedKey))
          return .written(generatedKey: target.pointee.generatedKey)
        }
        return try sink.write { (writer) throws(StoreError) in
          try produce(&writer)
          return writer.fault
        }
      }
    }
    if let fault { fail(fault.column, fault.reason) }
  }
}
