@_spi(Backend) public import IgataRuntime
internal import IgataTables

/// A row of the result of an aggregation. Columns count from 0.
@_spi(Backend) public protocol AggregateRow {
  /// Whether a column is null.
  func isNull(_ column: Int) -> Bool
  /// The integer in a column; `nil` if it can't be read.
  func integer(_ column: Int) -> Int64?
  /// The text in a column; `nil` if it can't be read.
  func text(_ column: Int) -> String?
  /// The value of a type in a column; `nil` if it can't be read.
  func value(_ column: Int, _ type: ColumnType) -> StoredValue?
  /// The numbers of the list in a column, without its nulls; `nil` if they can't be read. By default `nil`.
  func reals(_ column: Int) -> [Double]?
  /// Whether a value of a type that can't be read is out of range, and is not of another type. By default it is not.
  func isOutOfRange(_ type: ColumnType) -> Bool
}

@_spi(Backend) extension AggregateRow {
  public func reals(_ column: Int) -> [Double]? { nil }

  public func isOutOfRange(_ type: ColumnType) -> Bool { false }
}

@_spi(Backend) extension [AggregateResult] {
  /// The values in a row of the result; see ``AggregateResult/value(in:of:)``.
  public func values(in row: some AggregateRow, of table: TableDescription) throws(StoreError) -> [StoredValue] {
    var values: [StoredValue] = []
    values.reserveCapacity(count)
    for result in self { values.append(try result.value(in: row, of: table)) }
    return values
  }
}

@_spi(Backend) extension AggregateResult {
  /// The value in a row of the result; null if there were no values to aggregate.
  ///
  /// Throws ``StoreError/overflow(expression:)`` if it is out of range, and
  /// ``StoreError/corrupted(model:row:column:problem:)`` if it is not of its type.
  func value(in row: some AggregateRow, of table: TableDescription) throws(StoreError) -> StoredValue {
    guard !row.isNull(column) else { return .null }
    if let value = read(row) { return value }
    if case .value(let type) = form, !row.isOutOfRange(type) {
      throw .corrupted(
        model: table.model, row: nil, column: nil, problem: "\(text(table)) holds what is not of its type")
    }
    throw .overflow(expression: "the sum of \(text(table))")
  }

  private func read(_ row: some AggregateRow) -> StoredValue? {
    switch form {
    case .count: return row.integer(column).map { .integer($0) } ?? .null
    case .value(let type): return row.value(column, type)
    case .halves: return halves(row).flatMap { Int64(exactly: $0) }.map { .integer($0) }
    case .averageOfHalves:
      guard let sum = halves(row), let count = row.integer(column + 2) else { return nil }
      return ExactSum.average(of: sum, count)
    case .sumText(let isInteger): return row.text(column).flatMap { ExactSum.sum(of: $0, isInteger: isInteger) }
    case .averageOfSumText:
      guard let sum = row.text(column), let count = row.integer(column + 1) else { return nil }
      return ExactSum.average(of: sum, count)
    case .reals(let isAverage):
      guard let numbers = row.reals(column) else { return nil }
      var sum = ExactSum()
      for number in numbers { sum.add(.real(number)) }
      return isAverage ? sum.average : sum.sum
    }
  }

  private func halves(_ row: some AggregateRow) -> Int128? {
    guard let upper = row.integer(column), let lower = row.integer(column + 1) else { return nil }
    return Int128(upper) << 32 + Int128(lower)
  }

  private func text(_ table: TableDescription) -> String { expression.map { table.text(of: $0) } ?? table.model }
}
