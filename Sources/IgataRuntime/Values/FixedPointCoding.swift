extension FixedPoint {
  /// Reads exact text, or an integer of whole units; never a binary floating-point number.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      if let text = try? container.decode(String.self) {
        try self.init(text: text)
      } else {
        try self.init(int64: try container.decode(Int64.self))
      }
    } catch let error as FixedPointError {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
    }
  }

  /// Writes ``text``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
