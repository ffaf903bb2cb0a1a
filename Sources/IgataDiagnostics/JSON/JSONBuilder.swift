/// Builds one JSON value: an object from its members, or the value that ``object(_:)`` or ``value(_:)`` sets.
public struct JSONBuilder {
  private var members: [JSONTree.Member] = []
  private var whole: JSONTree?

  /// Creates a builder of an object without members.
  public init() {}

  /// The value.
  public var tree: JSONTree { whole ?? .object(members) }

  /// The value that a closure builds.
  public static func tree(_ body: (inout JSONBuilder) -> Void) -> JSONTree {
    var builder = JSONBuilder()
    body(&builder)
    return builder.tree
  }

  /// Sets the value to an object.
  public mutating func object(_ body: (inout JSONBuilder) -> Void) { whole = Self.tree(body) }

  /// Sets the value to a text, or to `null`.
  public mutating func value(_ text: String?) { whole = text.map { .text($0) } ?? .null }
}

// MARK: Members

extension JSONBuilder {
  /// Adds a member. The order of the calls is the order of the members.
  public mutating func key(_ name: String, _ value: JSONTree) {
    members.append(JSONTree.Member(key: name, value: value))
  }

  public mutating func key(_ name: String, _ text: String?) { key(name, text.map { .text($0) } ?? .null) }

  public mutating func key(_ name: String, _ flag: Bool) { key(name, .flag(flag)) }

  public mutating func key(_ name: String, _ number: Int) { key(name, .number(number)) }

  public mutating func key(_ name: String, _ object: JSONBuilder) { key(name, object.tree) }

  public mutating func key(_ name: String, object body: (inout JSONBuilder) -> Void) { key(name, Self.tree(body)) }

  public mutating func key(_ name: String, list objects: [JSONBuilder]) { key(name, .list(objects.map(\.tree))) }

  public mutating func key(_ name: String, list texts: [String]) { key(name, .list(texts.map { .text($0) })) }

  public mutating func key<Element>(
    _ name: String, list elements: some Sequence<Element>, _ element: (inout JSONBuilder, Element) -> Void
  ) {
    key(name, .list(elements.map { item in Self.tree { element(&$0, item) } }))
  }
}
