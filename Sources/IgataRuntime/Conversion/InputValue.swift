internal import Foundation

/// A value of a dictionary from outside, independent of the type that contains it.
enum InputValue {
  case null
  case bool(Bool)
  case integer(Int64)
  case float(Double)
  case decimal(Decimal)
  case text(String)
  case data(Data)
  case date(Date)
  case day(Day)
  case uuid(UUID)
  case url(URL)
  case json(JSON)
  case list([Any])
  case dictionary([String: Any])
  case model(any PersistableModel)
  case structure(any PersistableStruct)
  case fixed(any FixedPoint)
  case other(type: String)

  init(_ value: Any) {
    if let given = value as? InputValue {
      self = given
    } else if let optional = value as? any OptionalValue {
      self = optional.given
    } else if type(of: value) is AnyObject.Type {
      self.init(object: value)
    } else {
      self = Self.plain(value) ?? Self.typed(value) ?? Self.converted(value)
    }
  }

  /// The content of a Foundation object. Each type can't simply be tried in turn, as number objects are bridged to most
  /// of them.
  private init(object: Any) {
    switch object {
    case is NSNull: self = .null
    case let decimal as NSDecimalNumber: self = .decimal(decimal.decimalValue)
    case let number as NSNumber: self.init(number: number)
    default: self = Self.converted(object)
    }
  }

  private init(number: NSNumber) {
    if number.isBoolean {
      self = .bool(number.boolValue)
      return
    }
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "f"), UInt8(ascii: "d"): self = .float(number.doubleValue)
    case UInt8(ascii: "Q"): self = Self.plain(number.uint64Value) ?? .null
    default: self = .integer(number.int64Value)
    }
  }

  private static func plain(_ value: Any) -> InputValue? {
    switch value {
    case let value as Bool: .bool(value)
    case let value as String: .text(value)
    case let value as any BinaryInteger:
      if let integer = Int64(exactly: value) {
        .integer(integer)
      } else if let decimal = DecimalDigits(String(value).utf8)?.decimal {
        .decimal(decimal)
      } else {
        .other(type: String(describing: type(of: value)))
      }
    case let value as any BinaryFloatingPoint: .float(Double(value))
    default: nil
    }
  }

  /// The types of this module and of the schema, which are checked before their conformances.
  private static func typed(_ value: Any) -> InputValue? {
    switch value {
    case let value as Decimal: .decimal(value)
    case let value as Date: .date(value)
    case let value as UUID: .uuid(value)
    case let value as URL: .url(value)
    case let value as Data: .data(value)
    case let value as JSON: .json(value)
    case let value as Day: .day(value)
    case let value as any FixedPoint: .fixed(value)
    case let value as any PersistableModel: .model(value)
    case let value as any PersistableStruct: .structure(value)
    case let value as any RawRepresentable: InputValue(raw(value))
    default: nil
    }
  }

  /// The raw value of an enum or a newtype.
  private static func raw(_ value: some RawRepresentable) -> Any { value.rawValue }

  private static func converted(_ value: Any) -> InputValue {
    switch value {
    case let value as String: .text(value)
    case let value as [String: Any]: .dictionary(value)
    case let value as [Any]: .list(value)
    case let value as Date: .date(value)
    case let value as UUID: .uuid(value)
    case let value as URL: .url(value)
    case let value as Data: .data(value)
    case let value as any StringProtocol: .text(String(value))
    default: .other(type: String(describing: type(of: value)))
    }
  }

  var isNull: Bool { if case .null = self { true } else { false } }

  /// What was found, in words: the type, and a short value if it may be shown.
  func words(showingValue: Bool) -> String {
    func with(_ type: String, _ value: String) -> String { showingValue ? "\(type) \(value)" : type }
    return switch self {
    case .null: "null"
    case .bool(let value): with("a Bool,", "\(value)")
    case .integer(let value): with("the integer", "\(value)")
    case .float(let value): with("the floating-point number", "\(value)")
    case .decimal(let value): with("the decimal number", value.canonicalText)
    case .text(let value): with("the text", Self.shortened(value))
    case .data(let value): "\(value.count) bytes of data"
    case .date: "a Date"
    case .day(let value): with("the Day", value.description)
    case .uuid(let value): with("the UUID", value.uuidString)
    case .url(let value): with("the URL", Self.shortened(value.absoluteString))
    case .json: "JSON"
    case .list: "an array"
    case .dictionary: "a dictionary"
    case .model(let value): "a value of type \(type(of: value))"
    case .structure(let value): "a value of type \(type(of: value))"
    case .fixed(let value): with("the \(type(of: value))", value.description)
    case .other(let type): "a value of type \(type)"
    }
  }

  private static func shortened(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let isLong = scalars.index(scalars.startIndex, offsetBy: 60, limitedBy: scalars.endIndex) != nil
    return isLong ? "'\(String(String.UnicodeScalarView(scalars.prefix(57))))…'" : "'\(text)'"
  }
}

private protocol OptionalValue {
  var given: InputValue { get }
}

extension Optional: OptionalValue {
  fileprivate var given: InputValue { map { InputValue($0) } ?? .null }
}

extension NSNumber {
  /// Whether it was created from a `Bool`: `1` and `true` are different.
  fileprivate var isBoolean: Bool {
    #if canImport(Darwin)
    CFGetTypeID(self) == CFBooleanGetTypeID()
    #else
    objCType.pointee == CChar(bitPattern: UInt8(ascii: "c"))
    #endif
  }
}
