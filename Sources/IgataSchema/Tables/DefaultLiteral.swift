public import IgataTables

extension DefaultValue {
  /// The value as a column of a type stores it; `nil` for a default that isn't a literal.
  public func literal(of type: ColumnType) -> ColumnLiteral? {
    switch (self, type) {
    case (.list(let elements), .list(let element)):
      let literals = elements.compactMap { $0.literal(of: element) }
      return literals.count == elements.count ? .list(literals) : nil
    case (.enumCase(let number), .stringEnum(let values, _)):
      return values.indices.contains(number) ? .text(values[number]) : nil
    case (.enumCase(let number), .integerEnum(let values, _, _)):
      return values.indices.contains(number) ? .integer(values[number]) : nil
    case (_, .scalar(let scalar)): return literal(of: scalar)
    default: return nil
    }
  }

  private func literal(of scalar: Scalar) -> ColumnLiteral? {
    switch (self, scalar.number) {
    case (_, .fixed): units(scale: scalar.scale).map { .integer($0) }
    case (.boolean(let value), _): .bool(value)
    case (.integer(let value), .floating): .real(Double(value))
    case (.decimal(let text), .floating): Double(text).map { .real($0) }
    case (.integer(let value), .decimal): .decimal(String(value))
    case (.decimal(let text), .decimal): .decimal(text)
    case (.integer(let value), _): .integer(value)
    case (.string(let text), _): scalar == .day ? .day(text) : .text(text)
    case (.json(let text), _): .json(text)
    default: nil
    }
  }
}
