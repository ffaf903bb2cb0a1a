internal import IgataTables

/// The types of the columns that a query in SQL returns.
struct ResultRow<each Value: Storable>: Sendable {
  /// The description of the result, whose columns have these names.
  ///
  /// Throws ``StoreError/misuse(reason:)`` if there are more or fewer of them than types.
  func table(_ names: [String]) throws(StoreError) -> TableDescription {
    var types: [ColumnType] = []
    repeat types.append((each Value).columnType)
    guard types.count == names.count else {
      let list = names.map { "'\($0)'" }.joined(separator: ", ")
      throw .misuse(
        reason: "the SQL returns \(names.count) \(names.count == 1 ? "column" : "columns") (\(list)), but "
          + "\(types.count) \(types.count == 1 ? "type was" : "types were") given: give one type for each column")
    }
    let columns = types.enumerated().map { ColumnDescription("value\($0)", ["value\($0)"], $1, isNullable: true) }
    return TableDescription(model: "SQL", name: "result", columns: columns, primaryKey: [])
  }

  /// Reads all rows.
  func collect(
    _ row: inout RowReader, _ names: [String], into found: inout [(repeat each Value)]
  ) throws(StoreError) {
    while row.next() {
      var column = 0
      found.append((repeat (each Value)(next: &row, &column)))
    }
    guard let fault = row.fault, names.indices.contains(fault.column) else { return }
    var expected: [String] = []
    repeat expected.append((each Value).typeName)
    if let error = fault.conversionError(names[fault.column], expected[fault.column]) { throw .conversion(error) }
  }
}

extension Storable {
  fileprivate static var typeName: String { "\(Self.self)" }

  /// Reads the value of the next column.
  init(next row: inout RowReader, _ column: inout Int) {
    self.init(row: &row, at: column)
    column += 1
  }
}

extension RowFault {
  /// The error of a result's column, without the value; `nil` if the backend throws its own error.
  fileprivate func conversionError(_ column: String, _ type: String) -> ConversionError? {
    func error(_ reason: ConversionError.Reason, _ found: String) -> ConversionError {
      ConversionError(path: [column], reason: reason, expected: type, found: found)
    }
    return switch reason {
    case .missing: error(.wrongType, "null: use an optional type, or coalesce")
    case .wrongType(let found): error(.wrongType, "\(found): use another type, or cast the column")
    case .outOfRange: error(.outOfRange, "a number")
    case .unknownCase: error(.unknownCase, "a raw value that no case has")
    case .malformed: error(.malformed, "a value")
    case .unstorable(let what): error(.wrongType, what)
    case .constraint(let rule): error(.constraint(rule), "a value that doesn't")
    case .backend: nil
    }
  }
}
