internal import Foundation

/// A key by which a load identifies rows, as a store keeps it. It is the same type for keys of all types, so that
/// looking one up doesn't depend on the key's type.
enum LoadKey {
  case uuid(UInt64, UInt64)
  case integer(Int64)
  case text(String)
  case values([StoredValue])

  init(_ key: some PersistableKey) {
    let values = key._keyValues
    guard values.count == 1 else {
      self = .values(values)
      return
    }
    switch values[0] {
    case .uuid(let uuid): self.init(uuid)
    case .integer(let number): self = .integer(number)
    case .text(let text): self = .text(text)
    default: self = .values(values)
    }
  }

  private init(_ uuid: UUID) {
    // Both are 16 bytes without padding, of which any is valid.
    let words = unsafeBitCast(uuid, to: (UInt64, UInt64).self)
    self = .uuid(words.0, words.1)
  }

  /// The key's columns in order.
  var values: [StoredValue] {
    switch self {
    // The same in the other direction.
    case .uuid(let first, let second): [.uuid(unsafeBitCast((first, second), to: UUID.self))]
    case .integer(let number): [.integer(number)]
    case .text(let text): [.text(text)]
    case .values(let values): values
    }
  }
}

extension LoadKey {
  /// How the keys of a table are read.
  enum Form {
    case uuid, integer, text
    /// By their type, which may read less from a column than it contains.
    case typed

    init(_ table: TableDescription) {
      guard table.primaryKey.count == 1, table.columns.indices.contains(table.primaryKey[0]) else {
        self = .typed
        return
      }
      switch table.columns[table.primaryKey[0]].type {
      case .scalar(.uuid): self = .uuid
      case .scalar(let scalar) where scalar.number == .whole: self = .integer
      case .scalar(.string): self = .text
      default: self = .typed
      }
    }
  }

  /// The key that begins at `column` of the row; `nil` if it can only be read by its type.
  init?(_ row: inout RowReader, at column: Int, _ form: Form) {
    switch form {
    case .uuid: self.init(row.uuid(column))
    case .integer: self = .integer(row.int64(column))
    case .text: self = .text(row.string(column))
    case .typed: return nil
    }
  }
}

extension LoadKey {
  /// Whether a backend orders a row with this key before one with the other key. Keys of several columns, and of types
  /// without a case of their own, are not ordered.
  func precedes(_ other: LoadKey) -> Bool {
    switch (self, other) {
    case (.uuid(let left0, let left1), .uuid(let right0, let right1)):
      left0 == right0 ? left1.bigEndian < right1.bigEndian : left0.bigEndian < right0.bigEndian
    case (.integer(let left), .integer(let right)): left < right
    case (.text(let left), .text(let right)): left.comparedByBytes(to: right) == .orderedAscending
    default: false
    }
  }
}

extension LoadKey: Hashable {
  static func == (left: LoadKey, right: LoadKey) -> Bool {
    switch (left, right) {
    case (.uuid(let left0, let left1), .uuid(let right0, let right1)): left0 == right0 && left1 == right1
    case (.integer(let left), .integer(let right)): left == right
    case (.text(let left), .text(let right)): left.hasSameBytes(as: right)
    case (.values(let left), .values(let right)): left == right
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .uuid(let first, let second):
      hasher.combine(first)
      hasher.combine(second)
    case .integer(let number): hasher.combine(number)
    case .text(let text): text.hashBytes(into: &hasher)
    case .values(let values): hasher.combine(values)
    }
  }
}
