/// Values of each row of a query, with their types.
struct SelectedValues<each Value: Storable>: Sendable {
  let expressions: [QueryExpression]
  let table: TableDescription
  /// Whether one of the types is `Float`. Asking it of each value would take as long as reading it.
  private let hasFloats: Bool

  /// Throws ``StoreError/unsupportedQuery(expression:reason:)`` for a value that may be `nil` but isn't optional, and
  /// ``StoreError/misuse(reason:)`` if there are no values.
  init(_ columns: repeat Column<each Value>, of table: TableDescription) throws(StoreError) {
    var expressions: [QueryExpression] = []
    repeat expressions.append((each columns).expression)
    // Of a closure that returns anything else, the compiler discards the result, and only warns that it is unused.
    guard !expressions.isEmpty else {
      throw .misuse(reason: "nothing of \(table.model) is selected: return columns, without labels, and no relations")
    }
    repeat try (each Value).checkNil((each columns).expression, table)
    self.expressions = expressions
    self.table = table
    var hasFloats = false
    repeat hasFloats = hasFloats || FloatTypes.contain((each Value).self)
    self.hasFloats = hasFloats
  }

  /// Whether two results are equal.
  static func areSame(_ left: [(repeat each Value)], _ right: [(repeat each Value)]) -> Bool {
    guard left.count == right.count else { return false }
    for (left, right) in zip(left, right) {
      for (left, right) in repeat (each left, each right) {
        if left != right { return false }
      }
    }
    return true
  }

  /// Reads all rows, and calls `body` for each of them.
  func collect(
    _ row: inout RowReader, into found: inout [(repeat each Value)], _ body: (inout RowReader) -> Void = { _ in }
  ) throws(StoreError) {
    // Before the loop, as Swift otherwise looks up the type of the array for each row.
    found.reserveCapacity(found.count)
    while row.next() {
      var column = -1
      func next() -> Int {
        column += 1
        return column
      }
      if hasFloats {
        found.append((repeat (each Value)(computedIn: &row, next())))
      } else {
        found.append((repeat (each Value)(row: &row, at: next())))
      }
      body(&row)
    }
    guard let fault = row.fault, fault.reason != .backend else { return }
    guard expressions.indices.contains(fault.column) else { return }
    let text = table.text(of: expressions[fault.column])
    if case .outOfRange = fault.reason, !expressions[fault.column].isColumn { throw .overflow(expression: text) }
    var query = RowQuery(table)
    query.values = expressions
    if let error = fault.readingError(try query.resultTable(), row: nil) { throw error }
  }
}

extension Storable {
  /// Reads the next column. Backends calculate with `Double` instead of `Float`; the result is rounded to `Float` here.
  fileprivate init(computedIn row: inout RowReader, _ column: Int) {
    if FloatTypes.contain(Self.self) {
      self.init(roundedIn: &row, column)
    } else {
      self.init(row: &row, at: column)
    }
  }

  // Not inlined, as the cast looks up a type, also where there is nothing to cast.
  @inline(never)
  private init(roundedIn row: inout RowReader, _ column: Int) {
    if !row.isNull(column), let number = Float(row.double(column)) as? Self {
      self = number
    } else {
      self.init(row: &row, at: column)
    }
  }

  /// Throws ``StoreError/unsupportedQuery(expression:reason:)`` if an expression may be `nil`, and the type may not.
  static func checkNil(_ expression: QueryExpression, _ table: TableDescription) throws(StoreError) {
    guard table.isNullable(expression), (try? Self(.null, of: expression, table)) == nil else { return }
    throw .unsupportedQuery(
      expression: table.text(of: expression), reason: "it may be nil: add '.optional' after it")
  }
}

/// `Float` and its optional. Looking up the type of an optional takes more instructions than reading a value.
private enum FloatTypes {
  private static let single: Any.Type = Float.self
  private static let optional: Any.Type = Float?.self

  static func contain(_ type: Any.Type) -> Bool { type == single || type == optional }
}

extension QueryExpression {
  /// Whether this is a column, and nothing is calculated.
  fileprivate var isColumn: Bool { if case .column = self { true } else { false } }
}

extension Result where Failure == StoreError {
  /// Values that are checked when they are read.
  static func selecting<each Value: Storable>(
    _ columns: repeat Column<each Value>, of table: TableDescription
  ) -> Result where Success == SelectedValues<repeat each Value> {
    Result { () throws(StoreError) in try SelectedValues(repeat each columns, of: table) }
  }
}
