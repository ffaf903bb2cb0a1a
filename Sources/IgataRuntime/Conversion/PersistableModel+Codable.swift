extension PersistableModel {
  /// Decodes the fields by name, with related models nested, as ``encode(to:)`` encodes them. Fields with a default may
  /// be left out; unknown keys are ignored.
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

  /// Encodes the fields by name: fixed-point numbers as text, everything else as its type encodes itself. A related
  /// model is nested if it is loaded, otherwise its key is encoded, as `ownerID`. `nil` is left out, unless the field
  /// has another default.
  ///
  /// Throws `EncodingError` if related models are nested deeper than 32 levels, a list being a level of its own, as
  /// they could not be decoded.
  public func encode(to encoder: any Encoder) throws { try CodedOutput(self, encoder).encode() }
}
