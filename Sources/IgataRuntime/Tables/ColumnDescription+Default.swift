internal import Foundation
public import IgataTables

extension ColumnDescription {
  /// The value of the column if none is given; `nil` if there is no such value, or if it is generated for each row.
  @_spi(Backend) public var storedDefault: StoredValue? {
    guard case .value(let literal) = defaultValue else { return nil }
    return StoredValue(literal)
  }
}

extension StoredValue {
  /// The value of a literal. A decimal with more digits than `Decimal` can hold, which no schema can contain, is null.
  package init(_ literal: ColumnLiteral) {
    switch literal {
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .decimal(let digits): self = Decimal(exactly: digits).map { .decimal($0) } ?? .null
    case .text(let text): self = .text(text)
    case .day(let text): self = .day(Day(_literal: text))
    case .json(let text): self = .json(JSON(_literal: text))
    case .list(let values): self = .list(values.map { StoredValue($0) })
    }
  }
}
