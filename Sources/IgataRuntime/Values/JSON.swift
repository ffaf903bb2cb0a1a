public import Foundation

/// A JSON value, stored exactly: numbers with all their digits, texts with all their bytes.
///
/// Two values are equal if they mean the same: `1.0` equals `1`, and the order of an object's members doesn't matter.
public enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(Number)
  case string(String)
  case array([JSON])
  case object(Object)

  /// The maximum nesting depth of arrays and objects in a text that is parsed and in a value that is stored, for which
  /// the smallest stack of a thread is sufficient.
  public static let nestingLimit = 100

  // Not named `==`, as the compiler considers every `==` in each comparison of a program.
  @_implements(Equatable,==(_:_:))
  public static func _areEqual(_ left: JSON, _ right: JSON) -> Bool { left.compared(to: right) == .orderedSame }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(rank)
    switch self {
    case .null: break
    case .bool(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let value): value.hashBytes(into: &hasher)
    case .array(let values): hasher.combine(values)
    case .object(let object):
      for member in object.members {
        member.key.hashBytes(into: &hasher)
        hasher.combine(member.value)
      }
    }
  }
}

extension JSON {
  /// A number with all its digits.
  public struct Number: Sendable, Hashable, CustomStringConvertible {
    /// The canonical text of this number: `0.1`, `-12`, `1.5e300`.
    public let text: String

    init(_ digits: DecimalDigits) { text = digits.shortText }

    /// A whole number.
    public init(_ value: Int64) { text = DecimalDigits(value).shortText }

    /// The shortest number that reads back as this value; `nil` if the value is infinite or NaN.
    public init?(_ value: Double) {
      guard let digits = DecimalDigits(shortest: value) else { return nil }
      self.init(digits)
    }

    /// `nil` if the value is NaN.
    public init?(_ value: Decimal) {
      guard let digits = DecimalDigits(value) else { return nil }
      self.init(digits)
    }

    /// The number as an integer; `nil` if it has a fraction or is too large.
    public var int64: Int64? { digits.integer() }

    /// The number as a decimal; `nil` if a `Decimal` can't hold all digits.
    public var decimal: Decimal? { digits.decimal }

    /// The nearest binary value; infinite if the number is too large.
    public var double: Double { Double(text) ?? 0 }

    /// The number as JSON writes it.
    public var description: String { text }

    var digits: DecimalDigits { DecimalDigits(text.utf8) ?? DecimalDigits(0) }
  }

  /// The members of an object, sorted by the bytes of their keys. Keys are unique.
  public struct Object: Sendable, Hashable {
    /// The members, sorted by their names.
    public private(set) var members: [Member]

    /// A name and its value.
    public struct Member: Sendable, Hashable {
      /// The name.
      public var key: String
      /// The value of the member.
      public var value: JSON
    }

    /// An object without members.
    public init() { members = [] }

    /// If several members have the same key, the last one wins.
    public init(_ members: some Sequence<(key: String, value: JSON)>) {
      self.members = []
      let sorted = members.enumerated().sorted { left, right in
        switch left.element.key.comparedByBytes(to: right.element.key) {
        case .orderedSame: left.offset < right.offset
        case let order: order == .orderedAscending
        }
      }
      for (_, member) in sorted {
        if let last = self.members.last, last.key.hasSameBytes(as: member.key) { self.members.removeLast() }
        self.members.append(Member(key: member.key, value: member.value))
      }
    }

    /// The value of a member; `nil` if there is none.
    public subscript(key: String) -> JSON? {
      get {
        let slot = slot(of: key)
        return slot.isThere ? members[slot.index].value : nil
      }
      set {
        let slot = slot(of: key)
        switch (slot.isThere, newValue) {
        case (true, let value?): members[slot.index].value = value
        case (true, nil): members.remove(at: slot.index)
        case (false, let value?): members.insert(Member(key: key, value: value), at: slot.index)
        case (false, nil): break
        }
      }
    }

    private func slot(of key: String) -> (index: Int, isThere: Bool) {
      var low = 0
      var high = members.count
      while low < high {
        let middle = (low + high) / 2
        switch members[middle].key.comparedByBytes(to: key) {
        case .orderedSame: return (middle, true)
        case .orderedAscending: low = middle + 1
        case .orderedDescending: high = middle
        }
      }
      return (low, false)
    }
  }
}

extension JSON {
  /// The member of an object; `nil` if there is none, or if this isn't an object.
  public subscript(key: String) -> JSON? {
    guard case .object(let object) = self else { return nil }
    return object[key]
  }

  /// The element of an array; `nil` if there is none, or if this isn't an array.
  public subscript(index: Int) -> JSON? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// A total order: null, booleans, numbers by value, texts by their bytes, arrays by elements, objects by members.
  public func compared(to other: JSON) -> ComparisonResult {
    switch (self, other) {
    case (.bool(let left), .bool(let right)): order(left ? 1 : 0, right ? 1 : 0)
    case (.number(let left), .number(let right)):
      left.text == right.text ? .orderedSame : order(left.digits, right.digits)
    case (.string(let left), .string(let right)): left.comparedByBytes(to: right)
    case (.array(let left), .array(let right)): orderElements(left, right) { $0.compared(to: $1) }
    case (.object(let left), .object(let right)):
      orderElements(left.members, right.members) { left, right in
        let keys = left.key.comparedByBytes(to: right.key)
        return keys == .orderedSame ? left.value.compared(to: right.value) : keys
      }
    default: order(rank, other.rank)
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .bool: 1
    case .number: 2
    case .string: 3
    case .array: 4
    case .object: 5
    }
  }
}

// There is no `nil` literal: `json["key"] == nil` tests whether there is a member, not whether it is `null`.
extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .number(Number(value)) }
  /// The shortest number that reads back as this value; `null` if a literal such as `1e999` is infinite.
  public init(floatLiteral value: Double) { self = Number(value).map { .number($0) } ?? .null }
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// An object. If several members have the same name, the last one wins.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(Object(elements.map { (key: $0.0, value: $0.1) }))
  }
}
