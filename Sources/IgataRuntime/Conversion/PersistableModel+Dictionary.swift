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
    self = try input.model()
  }

  public func _convert() -> [String: any Sendable] { DictionaryOutput(self, depth: 0).dictionary() }
}
