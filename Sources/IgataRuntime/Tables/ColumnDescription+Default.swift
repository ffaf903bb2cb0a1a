internal import Foundation
public import IgataTables

extension ColumnDescription {
  /// The value that the column holds if none is given; `nil` if there is no such value, or it is made for each row.
  @_spi(Backend) public var storedDefault: StoredValue? {
    guard case .value(let literal) = defaultValue else { return nil }
    return StoredValue(literal)
  }
}

extension StoredValue {
  /// The value of a literal; null for a decimal of more digits than `Decimal` holds, which no schema can write.
  init(_ literal: ColumnLiteral) {
    switch literal {
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .decimal(let digits): self = Decimal(exactly: digits).map { .decimal($0) } ?? .null
    case .text(let text): self = .text(text)
    case .list(let values): self = .list(values.map { StoredValue($0) })
    }
  }
}
