#if PostgreSQL
internal import CPostgreSQL
internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataTables

/// The rows of a result whose columns are those of a table.
final class ReadCursor {
  private let result: ServerResult
  private let rowCount: Int32
  private var row: Int32 = -1
  private let table: TableDescription
  /// The type of each column as the server reports it.
  private let types: [ServerType?]

  init(_ result: ServerResult, _ table: TableDescription, _ types: [ServerType?]) {
    self.result = result
    rowCount = result.rowCount
    self.table = table
    // The server has a type of its own for each enum, and sends its values like texts.
    self.types = table.forms.isEmpty ? types : zip(types.indices, types).map { column, type in
      guard type == nil, column < table.forms.count, case .native? = table.forms[column] else { return type }
      return .text
    }
  }

  /// Calls `consume` with a reader of the rows.
  func read(_ consume: (inout RowReader) throws(StoreError) -> Void) throws(StoreError) {
    var reader = RowReader(self)
    reader.expectedCount = Int(rowCount)
    try consume(&reader)
    guard let fault = reader.fault else { return }
    throw fault.readingError(table, row: reader.keyText(table))
      ?? .backend(code: 0, message: "a row could not be read")
  }

  /// The bytes of a column and their type; `nil` if the column is null or Igata does not use its type.
  private func field(_ column: Int) -> (bytes: UnsafeRawBufferPointer, type: ServerType)? {
    guard types.indices.contains(column), let type = types[column] else { return nil }
    let bytes = result.bytes(row, Int32(truncatingIfNeeded: column))
    return bytes.isEmpty && isNull(column) ? nil : (bytes, type)
  }

  /// The value of a text or a number in a table of another program; `nil` if it is none, or has another form.
  @inline(never)
  private func storedValue(_ column: Int) -> StoredValue? {
    guard column < table.forms.count, let field = field(column) else { return nil }
    if field.type == .decimal, table.forms[column] == .number, let type = columnType(column), type.storage == .integer {
      let (bytes, scale) = (field.bytes, type.scale)
      let count = (bytes.count - 8) / 2
      if count >= 0, let units = Int64(unitsOf: count, per: scale, { bytes.bigEndian(at: $0, as: UInt16.self) }) {
        return .integer(units)
      }
      return Decimal(serverBytes: field.bytes).flatMap { StoredNumber.units($0, per: type.scale) }.map { .integer($0) }
    }
    let isExact = table.columns[column].readsAllMicroseconds
    switch (table.forms[column], field.type) {
    case (.dateText(let form)?, .text):
      return StoredDateText.microseconds(field.bytes, form, isExact: isExact).map { .date(microseconds: $0) }
    case (.uuidText(let form)?, .text): return form.uuid(field.bytes).map { .uuid($0) }
    case (.local?, .localDate):
      return ServerDate.decode(field.bytes.bigEndian(at: 0, as: Int64.self)).map { .date(microseconds: $0) }
    case (.dateNumber(let unit)?, .int32), (.dateNumber(let unit)?, .int64):
      let (factor, start) = (unit.microseconds, unit.start)
      let units = Int64(serverBytes: field.bytes, field.type).flatMap { StoredNumber.units($0, per: factor) }
      guard let sum = units?.addingReportingOverflow(start), !sum.overflow else { return nil }
      if isExact { return .date(microseconds: sum.partialValue) }
      return StoredNumber.date(sum.partialValue, unit: factor, start: start, isWhole: true)
        .map { .date(microseconds: $0) }
    case (.day?, .int32), (.day?, .int64):
      return Int64(serverBytes: field.bytes, field.type).flatMap { Day(digits: $0) }.map { .day($0) }
    case (.day(let isCompact)?, .text):
      return String(serverBytes: field.bytes).flatMap { isCompact ? Day(compact: $0) : Day($0) }.map { .day($0) }
    default: return nil
    }
  }

  private func columnType(_ column: Int) -> ColumnType? {
    table.columns.indices.contains(column) ? table.columns[column].type : nil
  }
}

extension ReadCursor: RowInput {
  func next() -> NextRow {
    guard row + 1 < rowCount else { return .end }
    row += 1
    return .row
  }

  func isNull(_ column: Int) -> Bool { result.isNull(row, Int32(truncatingIfNeeded: column)) }

  func bool(_ column: Int) -> Bool? {
    guard let field = field(column), field.type == .bool, field.bytes.count == 1 else { return nil }
    return field.bytes[0] != 0
  }

  func integer(_ column: Int) -> Int64? {
    guard let field = field(column) else { return nil }
    if field.type == .decimal, case .integer(let units)? = storedValue(column) { return units }
    return Int64(serverBytes: field.bytes, field.type)
  }

  func real(_ column: Int) -> Double? { field(column).flatMap { Double(serverBytes: $0.bytes, $0.type) } }

  func text(_ column: Int) -> String? {
    guard let field = field(column), field.type == .text,
      // libpq ends each value with a NUL, and the server stores none in text. This reads each byte once; the generic
      // initializer for a buffer would look up metadata of types as well.
      let start = field.bytes.assumingMemoryBound(to: CChar.self).baseAddress,
      let text = String(validatingCString: start), text.utf8.count == field.bytes.count
    else { return nil }
    return text
  }

  func uuid(_ column: Int) -> UUID? {
    guard let field = field(column), field.type == .uuid, field.bytes.count == 16 else {
      if case .uuid(let uuid)? = storedValue(column) { return uuid }
      return nil
    }
    return field.bytes.loadUnaligned(as: UUID.self)
  }

  func date(_ column: Int) -> Int64? {
    guard let field = field(column), field.type == .date, field.bytes.count == 8 else {
      if case .date(let microseconds)? = storedValue(column) { return microseconds }
      return nil
    }
    return ServerDate.decode(field.bytes.bigEndian(at: 0, as: Int64.self))
  }

  func value(_ column: Int) -> StoredValue? {
    guard let type = columnType(column) else { return nil }
    if isNull(column) { return .null }
    if let value = storedValue(column) { return value }
    // A number that isn't one of whole units.
    if type.storage == .integer, field(column)?.type == .decimal { return nil }
    return field(column).flatMap { StoredValue(serverBytes: $0.bytes, $0.type, as: type) }
  }

  func reasonUnread(_ column: Int) -> RowFault.Reason {
    if isNull(column) { return .missing }
    guard let field = field(column) else { return .wrongType(found: "a value of an unknown type") }
    if column < table.forms.count, let form = table.forms[column], let type = columnType(column) {
      let shown =
        switch field.type {
        case .text: String(serverBytes: field.bytes)?.shownAsStored ?? "a text that isn't UTF-8"
        case .decimal: Decimal(serverBytes: field.bytes)?.canonicalText ?? "a number with more digits"
        case .int32, .int64: Int64(serverBytes: field.bytes, field.type).map { "\($0)" }
        default: nil as String?
        }
      if let shown { return .malformed("\(shown) isn't \(form.expectation(of: type))") }
    }
    let wanted = columnType(column)?.serverType ?? .text
    guard field.type == wanted else { return .wrongType(found: field.type.name) }
    switch field.type {
    case .text: return .malformed("it is not valid UTF-8")
    case .date: return .malformed("it is an infinite date")
    case .day: return .malformed("it is not a day of the years from 1 to 9999")
    case .float, .double: return .malformed("it is NaN")
    case .decimal: return .malformed("it is not a number that a Decimal can hold")
    default: return .malformed("it is not a valid \(field.type.name)")
    }
  }
}

#endif
