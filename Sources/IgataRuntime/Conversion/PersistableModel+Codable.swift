extension PersistableModel {
  /// Reads the fields by name, related models inside, as ``encode(to:)`` writes them. Fields with a default may be left
  /// out; keys that the model does not have are passed over.
  public init(from decoder: any Decoder) throws {
    var input = try CodedInput(Self.table, decoder)
    try input.take()
    let (model, fault) = input.parts.model(Self.self)
    if let fault {
      let column = Self.table.columns.indices.contains(fault.column) ? Self.table.columns[fault.column] : nil
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath + (column?.path ?? []).map { FieldKey($0) },
          debugDescription: "expected \(column?.expectation ?? "a \(Self.table.model)")"))
    }
    self = model
  }

  /// Writes the fields by name: fixed-point numbers as text, everything else as its type codes itself; a related model
  /// where it is known, else its key, as `ownerID`. What is `nil` is left out.
  ///
  /// Throws `EncodingError` where related models are nested deeper than 32 levels, a list being one of its own: they could
  /// not be decoded.
  public func encode(to encoder: any Encoder) throws { try CodedOutput(self, encoder).encode() }
}
