// Declarations with the public shape of Realm's Swift interface, as far as generated classes use it, over a store that
// is a dictionary: what compiles and runs against this says what Realm would be asked for.
import Foundation

public protocol _HasPersistedType {
  associatedtype PersistedType
}

public protocol _Persistable: _HasPersistedType {
  static func _rlmDefaultValue() -> Self
}

public protocol _PersistableInsideOptional: _Persistable {}
public protocol _DefaultConstructible { init() }
public protocol _Indexable {}
public protocol _PrimaryKey {}
public protocol MinMaxType {}
public protocol RealmCollectionValue: Hashable, _HasPersistedType {}

extension _Persistable where Self: _DefaultConstructible {
  public static func _rlmDefaultValue() -> Self { .init() }
}

/// What is wrapped, behind a reference so that a copy of an object can be given it.
protocol Kept {
  var kept: Any { get nonmutating set }
  var isPrimaryKey: Bool { get }
}

@propertyWrapper
public struct Persisted<Value: _Persistable>: Kept {
  private final class Box {
    var value: Value?
  }
  private let box = Box()
  let isPrimaryKey: Bool

  @available(*, unavailable, message: "@Persisted can only be used as a property on a Realm object")
  public var wrappedValue: Value {
    get { fatalError() }
    set { fatalError() }
  }

  public init() { isPrimaryKey = false }
  public init(wrappedValue value: Value) { self.init(value, false) }
  private init(_ value: Value?, _ isPrimaryKey: Bool) {
    self.isPrimaryKey = isPrimaryKey
    box.value = value
  }

  var kept: Any {
    get { value as Any }
    nonmutating set { box.value = newValue as? Value }
  }

  private var value: Value {
    get {
      if box.value == nil { box.value = Value._rlmDefaultValue() }
      return box.value!
    }
    nonmutating set { box.value = newValue }
  }

  public static subscript<EnclosingSelf: ObjectBase>(
    _enclosingInstance object: EnclosingSelf, wrapped wrapped: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storage: ReferenceWritableKeyPath<EnclosingSelf, Self>
  ) -> Value {
    get {
      let value = object[keyPath: storage].value
      (value as? any Inverse)?.owner.object = object
      return value
    }
    set { object[keyPath: storage].value = newValue }
  }
}

extension Persisted where Value.PersistedType: _Indexable {
  public init(indexed: Bool) { self.init(nil, false) }
  public init(wrappedValue value: Value, indexed: Bool) { self.init(value, false) }
}

extension Persisted where Value.PersistedType: _PrimaryKey {
  public init(primaryKey: Bool) { self.init(nil, primaryKey) }
  public init(wrappedValue value: Value, primaryKey: Bool) { self.init(value, primaryKey) }
}

extension Persisted where Value: LinkingObjectsProtocol {
  public init(originProperty: String) {
    self.init(wrappedValue: Value(fromType: Value.Element.self, property: originProperty))
  }
}

public protocol LinkingObjectsProtocol {
  associatedtype Element
  init(fromType: Element.Type, property: String)
}

// MARK: Types that Realm keeps

public protocol _Scalar: _PersistableInsideOptional, _DefaultConstructible, RealmCollectionValue {}
public protocol _Number: _Scalar, _PrimaryKey, _Indexable, MinMaxType {}

extension Int: _Number { public typealias PersistedType = Int }
extension Int8: _Number { public typealias PersistedType = Int8 }
extension Int16: _Number { public typealias PersistedType = Int16 }
extension Int32: _Number { public typealias PersistedType = Int32 }
extension Int64: _Number { public typealias PersistedType = Int64 }
extension Bool: _Scalar, _PrimaryKey, _Indexable { public typealias PersistedType = Bool }
extension Float: _Scalar, MinMaxType { public typealias PersistedType = Float }
extension Double: _Scalar, MinMaxType { public typealias PersistedType = Double }
extension String: _Scalar, _PrimaryKey, _Indexable { public typealias PersistedType = String }
extension Data: _Scalar { public typealias PersistedType = Data }
extension Date: _Scalar, _Indexable, MinMaxType { public typealias PersistedType = Date }
extension UUID: _Scalar, _PrimaryKey, _Indexable { public typealias PersistedType = UUID }

extension Optional: _HasPersistedType where Wrapped: _HasPersistedType {
  public typealias PersistedType = Wrapped.PersistedType
}

extension Optional: _Persistable where Wrapped: _PersistableInsideOptional {
  public static func _rlmDefaultValue() -> Self { .none }
}

public protocol PersistableEnum: _PersistableInsideOptional, RawRepresentable, CaseIterable, RealmCollectionValue,
  MinMaxType, Comparable
where RawValue: Comparable & _HasPersistedType, PersistedType == RawValue.PersistedType {}

extension PersistableEnum {
  public init() { self = Self.allCases.first! }
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  public static func _rlmDefaultValue() -> Self { Self.allCases.first! }
}

open class RLMDecimal128: NSObject {
  let value: Decimal
  public var decimalValue: Decimal { value }
  public var stringValue: String { "\(value)" }
  init(value: Decimal) { self.value = value }
  open override func isEqual(_ object: Any?) -> Bool { (object as? RLMDecimal128)?.value == value }
  open override var hash: Int { value.hashValue }
}

public final class Decimal128: RLMDecimal128, _Scalar, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByFloatLiteral, MinMaxType, @unchecked Sendable
{
  public typealias PersistedType = Decimal128
  public required init() { super.init(value: 0) }
  public required init(string: String) throws { super.init(value: Decimal(string: string)!) }
  public required init(integerLiteral value: Int64) { super.init(value: Decimal(value)) }
  public required init(floatLiteral value: Double) { super.init(value: Decimal(value)) }
  public required init(stringLiteral value: String) { super.init(value: Decimal(string: value)!) }
}
