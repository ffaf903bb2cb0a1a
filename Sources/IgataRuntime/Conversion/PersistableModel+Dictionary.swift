extension PersistableModel {
  public init(dictionary: [String: Any], unknownKeys: UnknownKeys = .reject) throws(ConversionError) {
    try self.init(_dictionary: dictionary, unknownKeys)
  }

  public mutating func convert(
    dictionary: [String: Any], unknownKeys: UnknownKeys = .reject
  ) throws(ConversionError) {
    try _convert(dictionary, unknownKeys)
  }

  public func convert() -> [String: any Sendable] { _convert() }
}

// The generated methods of the same names call these, so that their calls compile fast.
extension PersistableModel {
  public init(_dictionary dictionary: [String: Any], _ unknownKeys: UnknownKeys) throws(ConversionError) {
    var input = DictionaryInput(Self.table, unknownKeys: unknownKeys, path: [Self.table.model], depth: 0)
    try input.take(dictionary)
    self = try input.model()
  }

  public mutating func _convert(_ dictionary: [String: Any], _ unknownKeys: UnknownKeys) throws(ConversionError) {
    var input = DictionaryInput(
      Self.table, unknownKeys: unknownKeys, path: [Self.table.model], depth: 0, changing: ModelParts(self))
    try input.take(dictionary)
    let changed: Self = try input.model()
    self = changed._having(originOf: self)
  }

  /// This model as a changed copy of `other`, if it has the same key.
  func _having(originOf other: Self) -> Self {
    guard ExactKey(primaryKey) == ExactKey(other.primaryKey) else { return self }
    var copy = self
    copy._origin = other._origin
    return copy
  }

  public func _convert() -> [String: any Sendable] { convert(for: .swift) }
}
