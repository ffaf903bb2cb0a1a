extension PersistableModel {
  public init(dictionary: [String: Any], unknownKeys: UnknownKeys = .reject) throws(ConversionError) {
    try self.init(_dictionary: dictionary, unknownKeys: unknownKeys)
  }

  public mutating func convert(
    dictionary: [String: Any], unknownKeys: UnknownKeys = .reject
  ) throws(ConversionError) {
    self = try Self(_dictionary: dictionary, unknownKeys: unknownKeys, assigningTo: self)
  }

  public func convert() -> [String: any Sendable] { Dictionary(_fieldsOf: self) }

  /// Makes a model from a dictionary, as ``init(dictionary:unknownKeys:)`` does.
  ///
  /// - Parameter model: Where the fields that the dictionary does not have come from; `nil` for their defaults.
  public init(
    _dictionary dictionary: [String: Any], unknownKeys: UnknownKeys, assigningTo model: Self? = nil
  ) throws(ConversionError) {
    var input = DictionaryInput(
      Self.table, unknownKeys: unknownKeys, path: [Self.table.model], depth: 0, changing: model.map { ModelParts($0) })
    try input.take(dictionary)
    self = try input.model()
  }
}

extension Dictionary where Key == String, Value == any Sendable {
  /// The fields of a model by name, as ``PersistableModel/convert()`` returns them.
  public init(_fieldsOf model: some PersistableModel) { self = DictionaryOutput(model, depth: 0).dictionary() }
}
