internal import Foundation

/// A key as a store keeps it. It is the same type for keys of all types, so that looking one up doesn't depend on the
/// key's type.
///
/// Two texts are the same key only if their bytes are equal, while `String` considers canonically equivalent texts
/// equal.
enum StoredKey {
  /// The bytes, whose first is the highest of the first word.
  case uuid(UInt64, UInt64)
  case integer(Int64)
  /// A text of at most 15 bytes: the bytes followed by zeros, and the count as the last byte; the first byte is the
  /// highest of the first word. Such texts are in the order of their words.
  case shortText(UInt64, UInt64)
  case text(String)
  case values([StoredValue])

  init(_ key: some PersistableKey) {
    switch key._onlyKeyValue {
    case .uuid(let uuid)?: self.init(uuid)
    case .integer(let number)?: self = .integer(number)
    case .text(let text)?: self.init(text)
    default: self = .values(key._keyValues)
    }
  }

  private init(_ uuid: UUID) {
    let words = uuid.words
    self = .uuid(words.0, words.1)
  }

  private init(_ text: String) {
    let count = text.utf8.count
    guard count < 16 else {
      self = .text(text)
      return
    }
    var (text, words) = (text, (UInt64(0), UInt64(0)))
    text.withUTF8 { bytes in
      for byte in bytes.prefix(8) { words.0 = words.0 << 8 | UInt64(byte) }
      for byte in bytes.dropFirst(8) { words.1 = words.1 << 8 | UInt64(byte) }
    }
    words.0 <<= UInt64(8 * max(8 - count, 0))
    words.1 = words.1 << UInt64(8 * (count < 8 ? 8 : 16 - count)) | UInt64(count)
    self = .shortText(words.0, words.1)
  }

  private static func text(_ first: UInt64, _ second: UInt64) -> String {
    let count = Int(second & 0xFF)
    return String(unsafeUninitializedCapacity: count) { bytes in
      for index in 0..<count {
        let word = index < 8 ? first : second
        bytes[index] = UInt8(truncatingIfNeeded: word >> UInt64(56 - index % 8 * 8))
      }
      return count
    }
  }

  // Both are 16 bytes without padding, of which any is valid.
  private static func uuid(_ first: UInt64, _ second: UInt64) -> UUID {
    unsafeBitCast((first.bigEndian, second.bigEndian), to: UUID.self)
  }

  /// The key's columns in order.
  var values: [StoredValue] {
    var values: [StoredValue] = []
    append(to: &values)
    return values
  }

  fileprivate func append(to values: inout [StoredValue]) {
    switch self {
    case .uuid(let first, let second): values.append(.uuid(Self.uuid(first, second)))
    case .integer(let number): values.append(.integer(number))
    case .shortText(let first, let second): values.append(.text(Self.text(first, second)))
    case .text(let text): values.append(.text(text))
    case .values(let own): values += own
    }
  }
}

extension StoredKey {
  /// Writes the key's columns, the first of which is `column`.
  func write(to row: inout RowWriter, at column: Int) {
    switch self {
    case .uuid(let first, let second): row.uuid(column, Self.uuid(first, second))
    case .integer(let number): row.int64(column, number)
    case .shortText(let first, let second): row.string(column, Self.text(first, second))
    case .text(let text): row.string(column, text)
    case .values(let values): for (index, value) in values.enumerated() { row.rawValue(column + index, value) }
    }
  }
}

extension KeyList {
  /// Keys that all have `width` columns.
  init(width: Int, _ keys: some Sequence<StoredKey>) {
    var values: [StoredValue] = []
    for key in keys { key.append(to: &values) }
    self.init(width: width, values: values)
  }
}

extension StoredKey {
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
    case .text: self.init(row.string(column))
    case .typed: return nil
    }
  }
}

extension StoredKey {
  /// The indexes of the keys in the order of their rows; see ``precedes(_:)``.
  static func order(of keys: [StoredKey]) -> [Int] {
    let ranks = keys.indices.map { (rank: keys[$0].rank, index: $0) }
    return ranks.sorted { left, right in
      left.rank == right.rank ? keys[left.index].precedes(keys[right.index]) : left.rank < right.rank
    }.map(\.index)
  }

  /// A number in the order of the keys, which is compared in one step; equal for keys that it doesn't tell apart.
  private var rank: UInt64 {
    switch self {
    case .uuid(let first, _), .shortText(let first, _): first
    case .integer(let number): UInt64(bitPattern: number) ^ 1 << 63
    case .text(let text): text.utf8.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    case .values: 0
    }
  }

  /// Whether a backend orders a row with this key before one with the other key. Keys of several columns, and of types
  /// without a case of their own, are not ordered.
  func precedes(_ other: StoredKey) -> Bool {
    switch (self, other) {
    case (.uuid(let left0, let left1), .uuid(let right0, let right1)),
      (.shortText(let left0, let left1), .shortText(let right0, let right1)):
      left0 == right0 ? left1 < right1 : left0 < right0
    case (.integer(let left), .integer(let right)): left < right
    case (.text(let left), .text(let right)): left.comparedByBytes(to: right) == .orderedAscending
    case (.shortText(let first, let second), .text(let right)):
      Self.text(first, second).comparedByBytes(to: right) == .orderedAscending
    case (.text(let left), .shortText(let first, let second)):
      left.comparedByBytes(to: Self.text(first, second)) == .orderedAscending
    default: false
    }
  }
}

extension StoredKey: Hashable {
  static func == (left: StoredKey, right: StoredKey) -> Bool {
    switch (left, right) {
    case (.uuid(let left0, let left1), .uuid(let right0, let right1)),
      (.shortText(let left0, let left1), .shortText(let right0, let right1)):
      left0 == right0 && left1 == right1
    case (.integer(let left), .integer(let right)): left == right
    case (.text(let left), .text(let right)): left.hasSameBytes(as: right)
    case (.values(let left), .values(let right)): left == right
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .uuid(let first, let second), .shortText(let first, let second):
      hasher.combine(first)
      hasher.combine(second)
    case .integer(let number): hasher.combine(number)
    case .text(let text): text.hashBytes(into: &hasher)
    case .values(let values): hasher.combine(values)
    }
  }
}
