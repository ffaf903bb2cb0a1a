import Foundation
import GeneratedModels
import IgataRuntime

/// A value as the oracle knows it: what is equal for a store is equal here.
enum Plain: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Exact)
  case real(Double)
  case bytes([UInt8])
  /// Microseconds since 1970.
  case instant(Int64)
  /// Its text, by bytes.
  case json([UInt8])
  case list([Plain])

  static func text(_ text: String) -> Plain { .bytes(Array(text.utf8)) }
  static func integer(_ number: some BinaryInteger) -> Plain { .number(Exact(Int128(number))) }

  /// The order of a store: `nil` comes first.
  func isLess(than other: Plain) -> Bool {
    switch (self, other) {
    case (.null, .null): false
    case (.null, _): true
    case (.bool(let left), .bool(let right)): !left && right
    case (.number(let left), .number(let right)): left.isLess(than: right)
    case (.real(let left), .real(let right)): left < right
    case (.bytes(let left), .bytes(let right)): left.lexicographicallyPrecedes(right)
    case (.instant(let left), .instant(let right)): left < right
    default: false
    }
  }

  init(_ value: some Storable) { self.init(any: value) }

  private init(any value: Any) {
    switch value {
    case let value as any OptionalValue: self = value.wrapped.map { Plain(any: $0) } ?? .null
    case let value as Bool: self = .bool(value)
    case let value as any FixedPoint: self = .number(Exact(Int128(value.storedInteger), scale: value.decimalPlaces))
    case let value as any BinaryInteger: self = .number(Exact(Int128(value)))
    case let value as Float: self = .real(Double(value))
    case let value as Double: self = .real(value)
    case let value as Decimal: self = Exact(value.description).map { .number($0) } ?? .text(value.description)
    case let value as String: self = .text(value)
    case let value as URL: self = .text(value.absoluteString)
    case let value as UUID: self = withUnsafeBytes(of: value.uuid) { .bytes(Array($0)) }
    case let value as Data: self = .bytes(Array(value))
    case let value as Date: self = .instant(UTCDate.microseconds(of: value))
    case let value as Day: self = .bytes(Array(value.description.utf8))
    case let value as JSON: self = .json(Array(JSONTree.canonical(value).utf8))
    case let value as [Any]: self = .list(value.map { Plain(any: $0) })
    case let value as any RawRepresentable: self = Plain(any: value.rawValue)
    default: self = .text("a \(type(of: value))")
    }
  }
}

private protocol OptionalValue { var wrapped: Any? { get } }
extension Optional: OptionalValue { fileprivate var wrapped: Any? { self } }

extension FixedPoint {
  fileprivate var decimalPlaces: Int { String(Self.scale).count - 1 }
}

extension Plain: CustomStringConvertible {
  var description: String {
    switch self {
    case .null: "nil"
    case .bool(let value): "\(value)"
    case .number(let number): "\(number.mantissa)e-\(number.scale)"
    case .real(let number): "\(number)"
    case .bytes(let bytes): String(validating: bytes, as: UTF8.self)?.debugDescription ?? "\(bytes)"
    case .instant(let microseconds): "\(microseconds) µs"
    case .json(let text): String(decoding: text, as: UTF8.self)
    case .list(let values): "\(values)"
    }
  }
}
