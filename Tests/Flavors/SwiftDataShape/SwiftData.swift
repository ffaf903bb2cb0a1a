// Declarations with the public shape of SwiftData, as far as generated classes use it. Its attributes are macros, which
// only Apple's compilers have; here they are property wrappers, and the tests write `: PersistentModel` for `@Model`.
import Foundation
@_exported import Observation

public protocol PersistentModel: AnyObject, Hashable, Identifiable {}

extension PersistentModel {
  public static func == (left: Self, right: Self) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  public var persistentModelID: ObjectIdentifier { ObjectIdentifier(self) }
  public var hasChanges: Bool { false }
  public var isDeleted: Bool { false }
}

public enum Schema {
  public enum Option { case unique, externalStorage, spotlight, ephemeral }
  public enum DeleteRule { case noAction, nullify, cascade, deny }
}

@propertyWrapper
public struct Attribute<Value: Codable> {
  private var value: Value?
  public var wrappedValue: Value {
    get { value! }
    set { value = newValue }
  }
  public init(wrappedValue: Value, _ options: Schema.Option...) { value = wrappedValue }
  public init(_ options: Schema.Option...) {}
}

@propertyWrapper
public struct Transient<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

public protocol Related {}
extension Array: Related where Element: PersistentModel {}
extension Optional: Related where Wrapped: PersistentModel {}

@propertyWrapper
public struct Relationship<Value: Related> {
  public var wrappedValue: Value
  public init(wrappedValue: Value, deleteRule: Schema.DeleteRule = .nullify, inverse: AnyKeyPath? = nil) {
    self.wrappedValue = wrappedValue
  }

  /// An optional property without an initial value.
  public init(deleteRule: Schema.DeleteRule = .nullify, inverse: AnyKeyPath? = nil)
  where Value: ExpressibleByNilLiteral {
    wrappedValue = nil
  }
}

public struct Unique<Model: PersistentModel> {
  public init(_ paths: [PartialKeyPath<Model>]...) {}
}

public struct Index<Model: PersistentModel> {
  public init(_ paths: [PartialKeyPath<Model>]...) {}
}
