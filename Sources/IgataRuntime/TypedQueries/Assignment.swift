/// A column and its new value, in an update of rows that are not loaded; see ``Store/update(_:_:)``.
///
/// ```swift
/// try await store.update(Entry.where { $0.amount < 0 }) {
///   $0.amount.set(-$0.amount)
///   $0.note.set(nil)
/// }
/// ```
public struct Assignment: Hashable, Sendable {
  /// The column, or an expression, which can't be assigned to.
  let target: QueryExpression
  /// The new value, computed from the row as it was before the update.
  let value: QueryExpression
  /// Why no store can store the value; `nil` if one can.
  var fault: RowFault.Reason?

  init(_ target: QueryExpression, _ value: QueryExpression) {
    self.target = target
    self.value = value
  }
}

extension Column {
  /// Sets the column to a value.
  public func set(_ value: Value) -> Assignment {
    let sink = ValueRowSink(columnCount: 1)
    let fault = sink.write { row in
      value.write(to: &row, at: 0)
      return row.fault
    }
    var assignment = Assignment(expression, .value(sink.unfinishedRow[0]))
    assignment.fault = fault?.reason
    return assignment
  }

  /// Sets the column to the value of another column, or of an expression, in the row as it was before the update:
  /// `$0.low.set($0.high); $0.high.set($0.low)` exchanges both.
  public func set(_ expression: Column) -> Assignment { Assignment(self.expression, expression.expression) }

  /// Sets an optional column to the value of a column, or of an expression, that is not optional.
  public func set<Wrapped>(_ expression: Column<Wrapped>) -> Assignment where Value == Wrapped? {
    Assignment(self.expression, expression.expression)
  }
}

/// Builds a list of assignments, one on each line; see ``Store/update(_:_:)``.
@resultBuilder
public enum AssignmentBuilder {
  /// One assignment.
  public static func buildExpression(_ assignment: Assignment) -> [Assignment] { [assignment] }

  /// A column without a new value isn't an assignment.
  @available(*, unavailable, message: "add the new value: '.set(…)'")
  public static func buildExpression<Value>(_ column: Column<Value>) -> [Assignment] { [] }

  /// All assignments of a closure.
  public static func buildBlock(_ parts: [Assignment]...) -> [Assignment] { parts.flatMap(\.self) }

  /// The assignments of an `if`.
  public static func buildOptional(_ part: [Assignment]?) -> [Assignment] { part ?? [] }

  /// The assignments of an `if` that has an `else`.
  public static func buildEither(first part: [Assignment]) -> [Assignment] { part }

  /// The assignments of an `else`.
  public static func buildEither(second part: [Assignment]) -> [Assignment] { part }

  /// The assignments of a `for`.
  public static func buildArray(_ parts: [[Assignment]]) -> [Assignment] { parts.flatMap(\.self) }
}
