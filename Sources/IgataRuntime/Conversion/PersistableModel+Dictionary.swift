// Generated models have these methods themselves, which do the same. These are for generic code. They are no
// requirements, as their witnesses took 3 % of the time in which a debug build compiles a model.
extension PersistableModel {
  /// Creates a model from a dictionary: its fields by name, with structs and related models as nested dictionaries.
  ///
  /// Values from JSON decoding are accepted, but nothing is guessed: `1` isn't a `Bool`, and a `Double` with a fraction
  /// isn't an `Int64`. A `Double` is accepted as an amount of money if its shortest decimal form fits the scale of the
  /// type: 1.1 is 1.10, and 1.105 is an error for two decimal places. A related model is given as a dictionary or as a
  /// model, or by its key, as `ownerID`. Fields with a default may be left out.
  ///
  /// - Throws: `ConversionError`, with the path to the first invalid value, and for dictionaries that are nested deeper
  ///   than 32 levels.
  public init(dictionary: [String: Any], unknownKeys: UnknownKeys = .reject) throws(ConversionError) {
    try self.init(_dictionary: dictionary, unknownKeys)
  }

  /// Assigns the fields in the dictionary: all of them, or none if one of them is invalid.
  ///
  /// Structs and wrappers are changed in the same way: only the given fields are assigned. Every other related model is
  /// replaced.
  ///
  /// - Throws: `ConversionError`, like ``init(dictionary:unknownKeys:)``; the model is then unchanged.
  public mutating func convert(
    dictionary: [String: Any], unknownKeys: UnknownKeys = .reject
  ) throws(ConversionError) {
    try _convert(dictionary, unknownKeys)
  }

  /// The fields by name, as plain values, without those that are `nil`. Where a field has another default, `nil` is an
  /// `NSNull`.
  ///
  /// Enums and newtypes are represented by their raw values, and structs and related models by dictionaries. If only
  /// the key of a related model is known, the dictionary has the key, as `ownerID`. Dates are truncated to the
  /// microseconds that a store keeps.
  ///
  /// The dictionaries are nested at most 32 levels deep, which ``init(dictionary:unknownKeys:)`` can read. Below that,
  /// a related model is represented by its key, as `ownerID`, and a list is left out.
  public func convert() -> [String: any Sendable] { _convert() }
}

// The generated methods call these, so that their calls compile fast.
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
    guard StoredKey(primaryKey) == StoredKey(other.primaryKey) else { return self }
    var copy = self
    copy._origin = other._origin
    copy._original = other._original
    return copy
  }

  public func _convert() -> [String: any Sendable] { convert(for: .swift) }
}
