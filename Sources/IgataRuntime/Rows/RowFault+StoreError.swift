internal import Foundation
internal import IgataTables

extension TableDescription {
  /// A key as messages show it, without its `@sensitive` parts.
  @usableFromInline package func keyText(_ values: [StoredValue]) -> String {
    text(of: values, in: primaryKey)
  }

  /// The values of some columns as messages show them.
  func text(of values: [StoredValue], in numbers: [Int]) -> String {
    zip(numbers, values).map { columns[$0].isSensitive ? "…" : $1.keyText(columns[$0].form) }.joined(separator: ", ")
  }
}

extension StoredValue {
  /// - Parameter form: The form in which the key is stored, by which a person finds the row.
  fileprivate func keyText(_ form: StoredForm?) -> String {
    if case .uuid(let uuid) = self, case .uuidText(let form)? = form { return form.text(uuid) }
    return switch self {
    case .null: "nil"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): value
    case .uuid(let value): value.uuidString
    case .decimal(let value): "\(value)"
    case .day(let value): "\(value)"
    case .date(let microseconds): Date(microsecondsSince1970: microseconds).formatted(.iso8601)
    case .data(let value): "\(value.count) bytes"
    case .json, .list: kindName
    }
  }
}

extension RowFault {
  /// Why a row could not be read, as an error of the store. `row` is the row's key as text.
  ///
  /// `nil` if the backend caused the fault: it then throws its own error.
  @_spi(Backend) public func readingError(_ table: TableDescription, row: String?) -> StoreError? {
    let isSensitive = table.columns.indices.contains(column) && table.columns[column].isSensitive
    let problem =
      switch reason {
      case .missing: "it is null"
      case .wrongType(let found): "it holds \(found)"
      case .outOfRange: "the number is outside the range of its type"
      case .unknownCase(let value): isSensitive ? "no case has this raw value" : "no case has the raw value \(value)"
      case .malformed(let what): isSensitive ? "the text is malformed" : what
      case .unstorable(let what): "it holds \(what)"
      case .constraint(let rule): "it breaks \(rule)"
      case .backend: ""
      }
    if case .backend = reason { return nil }
    return .corrupted(
      model: table.model, row: row, column: column < 0 ? nil : table.field(at: column), problem: problem)
  }

  /// Why a row could not be written, as an error of the store.
  ///
  /// `nil` if the backend caused the fault: it then throws its own error.
  @_spi(Backend) public func writingError(_ table: TableDescription) -> StoreError? {
    let field = column < 0 ? "" : table.field(at: column)
    switch reason {
    case .backend: return nil
    case .constraint(let rule): return .checkFailed(model: table.model, field: field, rule: rule)
    case .unstorable(let what): return .unstorable(model: table.model, field: field, reason: what)
    case .malformed(let what): return .unstorable(model: table.model, field: field, reason: what)
    case .missing: return .unstorable(model: table.model, field: field, reason: "there is no value")
    case .wrongType(let found): return .unstorable(model: table.model, field: field, reason: found)
    case .outOfRange: return .unstorable(model: table.model, field: field, reason: "it is out of range")
    case .unknownCase: return .unstorable(model: table.model, field: field, reason: "no case has this raw value")
    }
  }
}

extension RowReader {
  /// The key of the current row as text, for the message about a fault in that row; `nil` if the rows have no key.
  @_spi(Backend) public func keyText(_ table: TableDescription) -> String? {
    if table.primaryKey.isEmpty { return nil }
    var reader = with(relations: nil)
    let values = table.primaryKey.map { reader.rawValue($0) }
    return reader.fault == nil ? table.keyText(values) : nil
  }
}
