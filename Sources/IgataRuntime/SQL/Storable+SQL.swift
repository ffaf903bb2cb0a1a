internal import Foundation
internal import IgataTables

extension Storable {
  /// The value as a part of a statement.
  var sqlPart: SQL.Part {
    let sink = ValueRowSink(columnCount: 1)
    let fault = sink.write { row in
      write(to: &row, at: 0)
      return row.fault
    }
    if let fault {
      if case .unstorable(let what) = fault.reason { return .unstorable(what) }
      return .unstorable("a value that its type doesn't accept")
    }
    let value = sink.unfinishedRow[0]
    // The elements of a list, which may be empty, don't tell its type.
    if case .list = value { return .value(value, Self.columnType) }
    return .value(value, value.columnType)
  }

  /// The type of a column that holds values of this type: that of the stored value which can be read as one.
  static var columnType: ColumnType {
    let value = sampleValue
    guard case .list = value else { return value.columnType }
    let element = StoredValue.samples.first { reads(.list([$0])) }
    return .list(element?.columnType ?? ColumnType(.string))
  }

  /// A stored value of the kind that is read as this type.
  static var sampleValue: StoredValue { StoredValue.samples.first(where: reads) ?? .text("") }

  /// Whether this kind of value can be read, though this value may be out of range.
  private static func reads(_ value: StoredValue) -> Bool {
    ValueRowCursor([[value]]).read { row in
      _ = row.next()
      _ = Self(row: &row, at: 0)
      if case .wrongType? = row.fault?.reason { return false }
      return true
    }
  }
}

extension StoredValue {
  /// One value of each kind.
  fileprivate static let samples: [StoredValue] = [
    .bool(false), .integer(0), .real(0), .text(""), .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))),
    .date(microseconds: 0), .day(.first), .data(Data()), .decimal(0), .json(.null), .list([]),
  ]
}
