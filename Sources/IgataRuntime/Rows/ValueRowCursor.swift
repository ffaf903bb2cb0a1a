public import Foundation

/// Rows of ``StoredValue``s in memory, which are read like those of any backend.
@_spi(Backend) public final class ValueRowCursor {
  private let rows: [[StoredValue]]
  private var position = -1

  /// A cursor before the first of the rows.
  public init(_ rows: [[StoredValue]]) { self.rows = rows }

  /// Calls `body` with a reader of the rows.
  public func read<Result, Failure: Error>(
    relations: RelationSource? = nil, _ body: (inout RowReader) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var reader = RowReader(self, relations: relations)
    return try body(&reader)
  }

  private subscript(column: Int) -> StoredValue {
    guard rows.indices.contains(position), rows[position].indices.contains(column) else { return .null }
    return rows[position][column]
  }
}

extension ValueRowCursor: RowInput {
  /// Moves to the next row.
  public func next() -> NextRow {
    guard position + 1 < rows.count else { return .end }
    position += 1
    return .row
  }

  /// Whether the column is null or doesn't exist.
  public func isNull(_ column: Int) -> Bool { if case .null = self[column] { true } else { false } }
  /// A `Bool`, if the column holds one.
  public func bool(_ column: Int) -> Bool? { if case .bool(let value) = self[column] { value } else { nil } }
  /// An integer, if the column holds one.
  public func integer(_ column: Int) -> Int64? { if case .integer(let value) = self[column] { value } else { nil } }
  /// A floating-point number, if the column holds one.
  public func real(_ column: Int) -> Double? { if case .real(let value) = self[column] { value } else { nil } }
  /// A text, if the column holds one.
  public func text(_ column: Int) -> String? { if case .text(let value) = self[column] { value } else { nil } }
  /// A UUID, if the column holds one.
  public func uuid(_ column: Int) -> UUID? { if case .uuid(let value) = self[column] { value } else { nil } }
  /// A date in whole microseconds since 1970, if the column holds one.
  public func date(_ column: Int) -> Int64? { if case .date(let value) = self[column] { value } else { nil } }
  /// The value of the column.
  public func value(_ column: Int) -> StoredValue? { self[column] }

  /// A reason that states that the column is null, or which kind of value it contains.
  public func reasonUnread(_ column: Int) -> RowFault.Reason {
    let value = self[column]
    return value == .null ? .missing : .wrongType(found: value.kindName)
  }
}
