public import Foundation

/// A JSON value, kept exactly: numbers keep all their digits, texts all their bytes.
///
/// Two values are equal when they mean the same: `1.0` is `1`, and the order of an object's members says nothing.
public enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(Number)
  case string(String)
  case array([JSON])
  case object(Object)

  /// How deep arrays and objects may nest in a text that is read, and in a value that is stored: what the smallest
  /// stack of a thread has room for.
  public static let nestingLimit = 100

  // Not `==` by name: each one is looked at in every comparison that a program compiles.
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
    /// The one text of this number: `0.1`, `-12`, `1.5e300`.
    public let text: String

    init(_ digits: DecimalDigits) { text = digits.shortText }

    /// A whole number.
    public init(_ value: Int64) { text = DecimalDigits(value).shortText }

    /// The shortest number that reads back as this value; nothing where it is infinite or NaN.
    public init?(_ value: Double) {
      guard let digits = DecimalDigits(shortest: value) else { return nil }
      self.init(digits)
    }

    /// Nothing where the value is NaN.
    public init?(_ value: Decimal) {
      guard let digits = DecimalDigits(value) else { return nil }
      self.init(digits)
    }

    /// Nothing where the number has a fraction or is too large.
    public var int64: Int64? { digits.integer() }

    /// Nothing where a `Decimal` can't hold all digits.
    public var decimal: Decimal? { digits.decimal }

    /// The nearest binary value; infinite where the number is too large.
    public var double: Double { Double(text) ?? 0 }

    /// The number as JSON writes it.
    public var description: String { text }

    var digits: DecimalDigits { DecimalDigits(text.utf8) ?? DecimalDigits(0) }
  }

  /// The members of an object, sorted by the bytes of their keys; no key is there twice.
  public struct Object: Sendable, Hashable {
    /// The members, sorted by their names.
    public private(set) var members: [Member]

    /// A name and its value.
    public struct Member: Sendable, Hashable {
      /// The name.
      public var key: String
      /// What stands under the name.
      public var value: JSON
    }

    /// An object without members.
    public init() { members = [] }

    /// Of members with the same key the last one stays.
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

    /// The value under a name; nothing where there is none.
    public subscript(key: String) -> JSON? {
      get {
        let place = place(of: key)
        return place.isThere ? members[place.index].value : nil
      }
      set {
        let place = place(of: key)
        switch (place.isThere, newValue) {
        case (true, let value?): members[place.index].value = value
        case (true, nil): members.remove(at: place.index)
        case (false, let value?): members.insert(Member(key: key, value: value), at: place.index)
        case (false, nil): break
        }
      }
    }

    private func place(of key: String) -> (index: Int, isThere: Bool) {
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
  /// The member of an object; nothing where there is none, and where this is no object.
  public subscript(key: String) -> JSON? {
    guard case .object(let object) = self else { return nil }
    return object[key]
  }

  /// The element of an array; nothing where there is none, and where this is no array.
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

// No `nil` literal: `json["key"] == nil` asks whether there is a member, and not whether it is `null`.
extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .number(Number(value)) }
  /// The shortest number that reads back as this value; `null` where a literal such as `1e999` is infinite.
  public init(floatLiteral value: Double) { self = Number(value).map { .number($0) } ?? .null }
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// An object; of equal names the last counts.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(Object(elements.map { (key: $0.0, value: $0.1) }))
  }
}
