internal import Foundation
internal import IgataTables

// How the values of scalars are converted from and to dictionaries, coders and JSON. Unless a scalar has its own rule,
// it follows from how the scalar is stored.

extension Scalar {
  /// Converts a value from outside to this scalar without loss, or throws.
  func convert(_ given: InputValue) throws(ConversionFailure) -> StoredValue {
    switch self {
    case .decimal(let precision, let scale): return .decimal(try given.decimal(precision: precision, scale: scale))
    case .fixed, .currency: return .integer(try given.fixed(scale: scale))
    case .url: return .text(try given.urlText())
    default: break
    }
    switch storage {
    case .bool: return .bool(try given.bool())
    case .integer: return .integer(try given.integer(in: integerRange))
    case .real: return .real(try given.real(isSingle: self == .float))
    case .decimal: return .decimal(try given.decimal(precision: nil, scale: nil))
    case .text: return .text(try given.text())
    case .data: return .data(try given.data())
    case .date: return .date(microseconds: try given.microseconds())
    case .day: return .day(try given.day())
    case .uuid: return .uuid(try given.uuid())
    case .json: return .json(try given.json(depth: 0))
    case .list: throw .wrongType
    }
  }

  /// Decodes a value in a form that ``convert(_:)`` accepts.
  func decode(_ container: any SingleValueDecodingContainer) throws -> InputValue {
    switch self {
    case .float: return .float(Double(try container.decode(Float.self)))
    case .url: return .url(try container.decode(URL.self))
    case .fixed, .currency: return try container.decodeExactNumber()
    default: break
    }
    return switch storage {
    case .bool: .bool(try container.decode(Bool.self))
    case .integer: .integer(try container.decode(Int64.self))
    case .real: .float(try container.decode(Double.self))
    case .decimal: try container.decodeExactNumber()
    case .text: .text(try container.decode(String.self))
    case .data: .data(try container.decode(Data.self))
    case .date: .date(try container.decode(Date.self))
    case .day: .day(try container.decode(Day.self))
    case .uuid: .uuid(try container.decode(UUID.self))
    case .json: .json(try container.decode(JSON.self))
    case .list: .null
    }
  }

  /// A stored value as Swift code would represent it, if that has another type than the stored value; `nil` otherwise.
  func swiftValue(of value: StoredValue) -> (any Sendable & Encodable)? {
    switch (self, value) {
    case (.int16, .integer(let value)): Int16(truncatingIfNeeded: value)
    case (.int32, .integer(let value)): Int32(truncatingIfNeeded: value)
    case (.int, .integer(let value)): Int(truncatingIfNeeded: value)
    case (.float, .real(let value)): Float(value)
    case (.url, .text(let text)): URL(stored: text)
    case (.fixed(Currency.scale), .integer(let value)), (.currency, .integer(let value)): Currency(storedInteger: value)
    case (.fixed(let scale), .integer(let value)):
      Decimal(
        isNegative: value < 0, magnitude: UInt128(value.magnitude), exponent: -max(0, scale.description.utf8.count - 1))
    default: nil
    }
  }

  /// The text of a stored value in JSON and for coders, if it is stored as something else; `nil` otherwise.
  func codedText(of value: StoredValue) -> String? {
    switch (number, value) {
    case (.fixed, .integer(let value)): DecimalDigits(storedInteger: value, scale: scale).text
    default: nil
    }
  }

  /// The simplest value.
  var blankValue: StoredValue {
    if self == .url { return .text("about:blank") }
    return switch storage {
    case .bool: .bool(false)
    case .integer: .integer(0)
    case .real: .real(0)
    case .decimal: .decimal(0)
    case .text: .text("")
    case .data: .data(Data())
    case .date: .date(microseconds: 0)
    case .day: .day(.first)
    case .uuid: .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    case .json: .json(.null)
    case .list: .list([])
    }
  }

  /// The range of the integers that are stored.
  package var integerRange: ClosedRange<Int64> {
    self == .int ? Int64(Int.min)...Int64(Int.max) : bounds ?? Int64.min...Int64.max
  }
}

extension SingleValueDecodingContainer {
  /// A number with all of its digits.
  fileprivate func decodeExactNumber() throws -> InputValue {
    if let text = try? decode(String.self) { return .text(text) }
    if let number = exactNumber?.decimal { return .decimal(number) }
    return .float(try decode(Double.self))
  }
}
