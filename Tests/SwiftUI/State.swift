@propertyWrapper public struct State<Value>: DynamicProperty {
  private let location: Location

  public init(wrappedValue: Value) { location = Location(Storage(wrappedValue)) }

  public var wrappedValue: Value {
    get { location.storage.value }
    nonmutating set {
      location.storage.value = newValue
      location.storage.invalidate?()
    }
  }

  /// What stays as long as the view does.
  private final class Storage {
    var value: Value
    var invalidate: (() -> Void)?

    init(_ value: Value) { self.value = value }
  }

  private final class Location {
    var storage: Storage

    init(_ storage: Storage) { self.storage = storage }
  }
}

extension State: ConnectedProperty {
  func connect(to host: ViewConnections, at path: String) {
    if let known = host.states[path] as? Storage {
      location.storage = known
    } else {
      host.states[path] = location.storage
      location.storage.invalidate = host.invalidate
    }
  }
}
