/// As Apple declares it: without an actor, although SwiftUI calls it on the main one.
public protocol DynamicProperty {
  mutating func update()
}

extension DynamicProperty {
  public mutating func update() {}
}

/// A property that a `ViewHost` connects before it evaluates a view. It is copied with the view, so that what is
/// connected is an object.
@MainActor protocol ConnectedProperty: DynamicProperty {
  func connect(to host: ViewConnections, at path: String)
}
