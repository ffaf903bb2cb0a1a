public import Foundation

extension Bool: Storable, PersistableKey {
  @inlinable
  public init(row: inout RowReader, at column: Int) { self = row.bool(column) }
  @inlinable
  public func write(to row: inout RowWriter, at column: Int) { row.bool(column, self) }
  public var _storedValue: StoredValue { .bool(self) }
}

extension Float: Storable, PersistableKey {
  /// A value that a `Float` can't represent exactly was not written from a `Float`, and is a fault.
  @inlinable
  public init(row: inout RowReader, at column: Int) {
    let value = row.double(column)
    self = Float(value)
    if Double(self) != value, !value.isNaN { row.fail(column, .outOfRange) }
  }
  @inlinable
  public func write(to row: inout RowWriter, at column: Int) { row.double(column, Double(self)) }
  public var _storedValue: StoredValue { .real(Double(self) + 0) }
}

extension Double: Storable, PersistableKey {
  @inlinable
  public init(row: inout RowReader, at column: Int) { self = row.double(column) }
  @inlinable
  public func write(to row: inout RowWriter, at column: Int) { row.double(column, self) }
  public var _storedValue: StoredValue { .real(self + 0) }
}

extension String: Storable, PersistableKey {
  @inlinable
  public init(row: inout RowReader, at column: Int) { self = row.string(column) }
  @inlinable
  public func write(to row: inout RowWriter, at column: Int) { row.string(column, self) }
  public var _storedValue: StoredValue { .text(self) }
}

extension UUID: Storable, PersistableKey {
  @inlinable
  public init(row: inout RowReader, at column: Int) { self = row.uuid(column) }
  @inlinable
  public func write(to row: inout RowWriter, at column: Int) { row.uuid(column, self) }
  public var _storedValue: StoredValue { .uuid(self) }
}

extension UUID {
  /// The key of a row that belongs to another row and has not been saved yet. It is the same for the same owner and
  /// field on every machine and in every process (RFC 9562, version 5), so that two processes that create the row
  /// concurrently create the same row.
  ///
  /// - Parameters:
  ///   - key: The key of the other row.
  ///   - field: The model of the other row and its field: `Account.settings`. Rows of two models may have one key.
  public static func derived(from key: some PersistableKey, for field: String) -> UUID {
    derived(from: key._keyValues, for: field)
  }
}

extension Date: Storable, PersistableKey {
  @inlinable
  public init(row: inout RowReader, at column: Int) { self = row.date(column) }
  @inlinable
  public func write(to row: inout RowWriter, at column: Int) { row.date(column, self) }
  /// Null for a date that no store can store.
  public var _storedValue: StoredValue { microsecondsSince1970.map { .date(microseconds: $0) } ?? .null }
  public var _queriedValue: StoredValue { microsecondsSince1970.map { .date(microseconds: $0) } ?? .real(.nan) }
}

extension Day: Storable, PersistableKey {
  public init(row: inout RowReader, at column: Int) {
    switch row.rawValue(column) {
    case .day(let value): self = value
    case let other:
      self = .first
      row.failReading(column, other)
    }
  }
  public func write(to row: inout RowWriter, at column: Int) { row.rawValue(column, .day(self)) }
  public var _storedValue: StoredValue { .day(self) }
}

extension Data: Storable, PersistableKey {
  public init(row: inout RowReader, at column: Int) {
    switch row.rawValue(column) {
    case .data(let value): self = value
    case let other:
      self = Data()
      row.failReading(column, other)
    }
  }
  public func write(to row: inout RowWriter, at column: Int) { row.rawValue(column, .data(self)) }
  public var _storedValue: StoredValue { .data(self) }
}

extension Decimal: Storable, PersistableKey {
  public init(row: inout RowReader, at column: Int) {
    switch row.rawValue(column) {
    case .decimal(let value): self = value
    case let other:
      self = 0
      row.failReading(column, other)
    }
  }
  public func write(to row: inout RowWriter, at column: Int) {
    if isNaN { row.fail(column, .unstorable("NaN")) }
    row.rawValue(column, .decimal(self))
  }
  public var _storedValue: StoredValue { .decimal(self) }
}

extension URL: Storable, PersistableKey {
  public init(row: inout RowReader, at column: Int) {
    let text = row.string(column)
    if let url = URL(stored: text) {
      self = url
    } else {
      row.fail(column, .malformed("'\(text)' is no URL"))
      self = URL(filePath: "/")
    }
  }
  public func write(to row: inout RowWriter, at column: Int) { row.string(column, absoluteString) }
  public var _storedValue: StoredValue { .text(absoluteString) }

  /// `nil` if the text isn't a URL, or if it would have to be changed to become one.
  package init?(stored text: String) {
    guard let url = URL(string: text), url.absoluteString.hasSameBytes(as: text) else { return nil }
    self = url
  }
}

extension JSON: Storable {
  public init(row: inout RowReader, at column: Int) {
    switch row.rawValue(column) {
    case .json(let value): self = value
    case let other:
      self = .null
      row.failReading(column, other)
    }
  }
  public func write(to row: inout RowWriter, at column: Int) {
    if let reason = reasonNotToStore { row.fail(column, .unstorable(reason)) }
    row.rawValue(column, .json(self))
  }
  public var _storedValue: StoredValue { .json(self) }
}

extension RowReader {
  /// Stores a fault for a column that contains `found`, which isn't of the requested type.
  mutating func failReading(_ column: Int, _ found: StoredValue) {
    fail(column, found == .null ? .missing : .wrongType(found: found.kindName))
  }
}
