extension PersistableModel {
  /// Makes a model from a dictionary: its fields by name, structs and related models as dictionaries inside it.
  ///
  /// Takes what JSON decoding gives as well, and never guesses: `1` is no `Bool`, and a `Double` that is not whole no
  /// `Int64`. A `Double` is an amount of money where its shortest decimal form fits the scale of the type: 1.1 is 1.10,
  /// and 1.105 is an error for two decimals. A related model is given as a dictionary or as a model, or by its key, as
  /// `ownerID`. Fields that have a default may be left out.
  ///
  /// - Throws: `ConversionError`, with the path to the first value that does not fit, and for dictionaries that are
  ///   nested deeper than 32 levels.
  public init(dictionary: [String: Any], unknownKeys: UnknownKeys = .reject) throws(ConversionError) {
    var input = DictionaryInput(Self.table, unknownKeys: unknownKeys, path: [Self.table.model], depth: 0)
    try input.take(dictionary)
    self = try input.model()
  }

  /// Assigns the fields that the dictionary has: all of them, or, where one of them can't be, none.
  ///
  /// A struct and a wrapper are changed in the same way, by the fields that are given. Every other related model is
  /// replaced by what is given.
  ///
  /// - Throws: `ConversionError`, as ``init(dictionary:unknownKeys:)`` does; the model is then as it was.
  public mutating func convert(
    dictionary: [String: Any], unknownKeys: UnknownKeys = .reject
  ) throws(ConversionError) {
    var input = DictionaryInput(
      Self.table, unknownKeys: unknownKeys, path: [Self.table.model], depth: 0, changing: ModelParts(self))
    try input.take(dictionary)
    self = try input.model()
  }

  /// The fields by name, as plain values; those that are `nil` are left out.
  ///
  /// Enums and newtypes are their raw values, structs and related models dictionaries; a related model of which only
  /// the key is known is that key, as `ownerID`. Dates are cut to the microseconds that a store keeps.
  ///
  /// The dictionaries nest 32 levels deep, which is what ``init(dictionary:unknownKeys:)`` reads. A related model below
  /// that is its key, as `ownerID`, and a list below that is left out.
  public func convert() -> [String: any Sendable] { DictionaryOutput(self, depth: 0).dictionary() }
}
