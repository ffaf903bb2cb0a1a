import Foundation

open class RLMObjectBase: NSObject {
  weak var owningRealm: RealmData?
  public required override init() { super.init() }

  public convenience init(value: Any) {
    self.init()
    guard let other = value as? RLMObjectBase else { return }
    for (own, given) in zip(properties, other.properties) { own.property.kept = given.property.kept }
  }

  open var isInvalidated: Bool { false }
  public var objectWillChange: String { description }
  #if !canImport(Darwin)
    // Properties of every NSObject on macOS.
    open var className: String { description }
    open var classCode: UInt32 { 0 }
  #endif
  open override var description: String { "\(type(of: self))" }

  var properties: [(name: String, property: any Kept)] {
    Mirror(reflecting: self).children.compactMap { child in
      guard let name = child.label, let property = child.value as? any Kept else { return nil }
      return (String(name.dropFirst()), property)
    }
  }

  func property(_ name: String) -> (any Kept)? { properties.first { $0.name == name }?.property }
}

public typealias ObjectBase = RLMObjectBase

open class RealmSwiftObject: RLMObjectBase, _PersistableInsideOptional, _DefaultConstructible, RealmCollectionValue {
  public typealias PersistedType = RealmSwiftObject
  public typealias ObjectWillChangePublisher = String
  public var realm: Realm? { owningRealm.map { Realm($0) } }
  public var isFrozen: Bool { false }
  public func freeze() -> Self { self }
  public func thaw() -> Self? { self }
  public func isSameObject(as object: Object?) -> Bool { self === object }
}

public typealias Object = RealmSwiftObject

open class RealmSwiftEmbeddedObject: RLMObjectBase, _PersistableInsideOptional, _DefaultConstructible,
  RealmCollectionValue
{
  public typealias PersistedType = RealmSwiftEmbeddedObject
  public typealias ObjectWillChangePublisher = String
  public var realm: Realm? { owningRealm.map { Realm($0) } }
}

public typealias EmbeddedObject = RealmSwiftEmbeddedObject

public final class List<Element: RealmCollectionValue>: NSObject, RandomAccessCollection {
  private var elements: [Element] = []
  public override init() {}
  public var startIndex: Int { 0 }
  public var endIndex: Int { elements.count }
  public subscript(position: Int) -> Element {
    get { elements[position] }
    set { elements[position] = newValue }
  }
  public func append(_ object: Element) { elements.append(object) }
  public func append<S: Sequence>(objectsIn objects: S) where S.Element == Element {
    elements.append(contentsOf: objects)
  }
  public func insert(_ object: Element, at index: Int) { elements.insert(object, at: index) }
  public func remove(at index: Int) { elements.remove(at: index) }
  public func removeAll() { elements.removeAll() }
}

extension List: _HasPersistedType, _Persistable, _DefaultConstructible where Element: _Persistable {
  public typealias PersistedType = Element.PersistedType
}

protocol Inverse {
  var owner: Owner { get }
}

final class Owner {
  weak var object: ObjectBase?
}

public struct LinkingObjects<Element: ObjectBase & RealmCollectionValue>: RandomAccessCollection,
  LinkingObjectsProtocol, Inverse
{
  let property: String
  let owner = Owner()
  public init(fromType _: Element.Type, property: String) { self.property = property }
  private var objects: [Element] {
    guard let data = owner.object?.owningRealm else { return [] }
    return data.objects.compactMap { $0 as? Element }.filter {
      $0.property(property)?.kept as? ObjectBase === owner.object
    }
  }
  public var startIndex: Int { 0 }
  public var endIndex: Int { objects.count }
  public subscript(position: Int) -> Element { objects[position] }
}

extension LinkingObjects: _HasPersistedType, _Persistable where Element: _Persistable {
  public typealias PersistedType = Element.PersistedType
  public static func _rlmDefaultValue() -> Self { Self(fromType: Element.self, property: "") }
}
