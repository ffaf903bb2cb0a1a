import Foundation

/// What a file of Realm would hold.
final class RealmData {
  nonisolated(unsafe) static var files: [String: RealmData] = [:]
  var objects: [Object] = []
  var isInWriteTransaction = false
}

public protocol RealmFetchable: RealmCollectionValue {}
extension RealmSwiftObject: RealmFetchable {}

public struct Results<Element: RealmFetchable>: RandomAccessCollection {
  let objects: [Element]
  public var startIndex: Int { 0 }
  public var endIndex: Int { objects.count }
  public subscript(position: Int) -> Element { objects[position] }

  public func filter(_ predicateFormat: String, _ args: Any...) -> Results<Element> {
    guard predicateFormat == "%K == %@", let property = args.first as? String else { fatalError(predicateFormat) }
    return Results(
      objects: objects.filter {
        ($0 as? ObjectBase)?.property(property)?.kept as? ObjectBase === args[1] as? ObjectBase
      })
  }

  public func max<T: _HasPersistedType>(ofProperty property: String) -> T? where T.PersistedType: MinMaxType {
    objects.compactMap { ($0 as? ObjectBase)?.property(property)?.kept as? any BinaryInteger }.map { Int64($0) }.max()
      as? T
  }
}

public struct Realm {
  public struct Configuration {
    public var inMemoryIdentifier: String?
    public static var defaultConfiguration: Configuration { Configuration() }
    public init(inMemoryIdentifier: String? = nil) { self.inMemoryIdentifier = inMemoryIdentifier }
  }

  public enum UpdatePolicy: Int { case error = 1, modified = 3, all = 2 }

  let data: RealmData
  init(_ data: RealmData) { self.data = data }

  public init(queue: DispatchQueue? = nil) throws { try self.init(configuration: .defaultConfiguration) }
  public init(configuration: Configuration, queue: DispatchQueue? = nil) throws {
    let name = configuration.inMemoryIdentifier ?? ""
    data = RealmData.files[name] ?? RealmData()
    RealmData.files[name] = data
  }

  public var isInWriteTransaction: Bool { data.isInWriteTransaction }

  @discardableResult
  public func write<Result>(withoutNotifying tokens: [Int] = [], _ block: () throws -> Result) throws -> Result {
    data.isInWriteTransaction = true
    defer { data.isInWriteTransaction = false }
    return try block()
  }

  public func add(_ object: Object, update: UpdatePolicy = .error) {
    guard object.owningRealm == nil else { return }
    object.owningRealm = data
    data.objects.removeAll { type(of: $0) == type(of: object) && key(of: $0) == key(of: object) }
    data.objects.append(object)
    for (_, property) in object.properties {
      if let embedded = property.kept as? EmbeddedObject { embedded.owningRealm = data }
      if let related = property.kept as? Object { add(related, update: update) }
      if let list = property.kept as? any Sequence, !(list is any Inverse) {
        for case let related as Object in list { add(related, update: update) }
      }
    }
  }

  private func key(of object: Object) -> AnyHashable? {
    object.properties.first { $0.property.isPrimaryKey }?.property.kept as? AnyHashable
  }

  public func delete(_ object: ObjectBase) {
    object.owningRealm = nil
    data.objects.removeAll { $0 === object }
  }

  public func objects<Element: RealmFetchable>(_ type: Element.Type) -> Results<Element> {
    Results(objects: data.objects.compactMap { $0 as? Element })
  }

  public func object<Element: Object, KeyType>(ofType type: Element.Type, forPrimaryKey key: KeyType) -> Element? {
    objects(type).first { self.key(of: $0) == key as? AnyHashable }
  }
}
