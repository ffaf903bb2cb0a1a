internal import IgataTables

// What random queries have to know of the types of their operands.
extension ColumnType {
  var isText: Bool { storage == .text }

  /// Whether the values of the type have an order.
  var isPlain: Bool { storage != .list && storage != .json }

  /// Whether sums of a few values stay within 64 bits.
  var isNarrow: Bool {
    switch self {
    case .scalar(let scalar): scalar.bounds != nil
    case .integerEnum: true
    case .stringEnum, .list: false
    }
  }

  /// The type of a calculation with values of this type.
  var result: ColumnType {
    if isNarrow { return .scalar(.int64) }
    return storage == .real || storage == .decimal ? storage.widestScalar.map { .scalar($0) } ?? self : self
  }

  /// Whether the values of both types are of one kind.
  func isLike(_ other: ColumnType) -> Bool {
    if case .list = self { self == other } else { storage == other.storage }
  }
}
