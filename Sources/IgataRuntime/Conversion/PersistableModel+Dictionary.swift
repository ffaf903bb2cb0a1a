extension PersistableModel {
  /// Makes a model from a dictionary: its fields by name, structs and related models as dictionaries inside it.
  ///
  /// Takes what JSON decoding gives as well, and never guesses: `1` is no `Bool`, a `Double` that is not whole no
  /// `Int64`, and a `Double` never an amount of money. A related model is given as a dictionary or as a model, or by
  /// its key, as `ownerID`. Fields that have a default may be left out.
  public init(dictionary: [String: Any], unknownKeys: UnknownKeys = .reject) throws(ConversionError) {
    var input = DictionaryInput(Self.table, unknownKeys: unknownKeys, path: [Self.table.model], depth: 0)
    try input.take(dictionary)
    self = try input.model()
  }

  /// Assigns the fields that the dictionary has: all of them, or, where one of them can't be, none.
  ///
  /// A struct and a wrapper are changed in the same way, by the fields that are given. Every other related model is
  /// replaced by what is given.
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
  public func convert() -> [String: any Sendable] { DictionaryOutput(self, depth: 0).dictionary() }
}
