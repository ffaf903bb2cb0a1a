extension PersistableNewtype {
  /// Wraps a value after checking the constraints.
  public init(_ rawValue: RawValue) throws(ConstraintViolation) {
    if let violation = Self.violation(of: rawValue) { throw violation }
    self.init(_trusted: rawValue)
  }

  /// Fails if the value violates a constraint.
  public init?(rawValue: RawValue) {
    guard Self.violation(of: rawValue) == nil else { return nil }
    self.init(_trusted: rawValue)
  }

  private static func violation(of rawValue: RawValue) -> ConstraintViolation? {
    let scale = (RawValue.self as? any FixedPoint.Type)?.scale ?? 1
    let value = rawValue._storedValue
    return constraints.brokenRule(by: value, scale: scale).map {
      ConstraintViolation(type: String(describing: Self.self), rule: $0, found: value.kindName)
    }
  }

  /// Trusts the store, which checks the same constraints.
  @inlinable
  public init(row: inout RowReader, at column: Int) {
    self.init(_trusted: RawValue(row: &row, at: column))
  }

  @inlinable
  public func write(to row: inout RowWriter, at column: Int) { rawValue.write(to: &row, at: column) }

  /// The wrapped value's description.
  public var description: String { String(describing: rawValue) }

  public init(from decoder: any Decoder) throws {
    let rawValue = try RawValue(from: decoder)
    if let violation = Self.violation(of: rawValue) {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: violation.description))
    }
    self.init(_trusted: rawValue)
  }

  public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }
}
