/// Builds one JSON value: an object from its members, or the value that ``object(_:)`` or ``value(_:)`` sets.
struct JSONBuilder {
  private var members: [JSONTree.Member] = []
  private var whole: JSONTree?

  /// The value that was built.
  var tree: JSONTree { whole ?? .object(members) }

  mutating func object(_ body: (inout JSONBuilder) -> Void) {
    var inner = JSONBuilder()
    body(&inner)
    whole = inner.tree
  }

  mutating func value(_ text: String?) { whole = text.map { .text($0) } ?? .null }

  mutating func key(_ name: String, _ text: String?) { add(name, text.map { .text($0) } ?? .null) }

  mutating func key(_ name: String, _ flag: Bool) { add(name, .flag(flag)) }

  mutating func key(_ name: String, _ number: Int) { add(name, .number(number)) }

  mutating func key(_ name: String, object body: (inout JSONBuilder) -> Void) {
    var inner = JSONBuilder()
    body(&inner)
    add(name, inner.tree)
  }

  mutating func key<Element>(
    _ name: String, list elements: some Sequence<Element>, _ element: (inout JSONBuilder, Element) -> Void
  ) {
    add(name, .list(elements.map { item in Self.tree { element(&$0, item) } }))
  }

  mutating func key(_ name: String, list texts: [String]) { add(name, .list(texts.map { .text($0) })) }

  mutating func key(_ name: String, _ tree: JSONTree) { add(name, tree) }

  private mutating func add(_ name: String, _ value: JSONTree) {
    members.append(JSONTree.Member(key: name, value: value))
  }

  /// The value that a closure builds.
  static func tree(_ body: (inout JSONBuilder) -> Void) -> JSONTree {
    var builder = JSONBuilder()
    body(&builder)
    return builder.tree
  }
}
