import Synchronization

/// A view that stores its values. It's written as a dictionary, in which each name stands next to its value:
///
/// ```swift
/// Record(["name": .text(field.name), "isOptional": .flag(field.isOptional)])
/// ```
public final class Record: View {
  /// A name, which is a literal, with its value.
  public typealias Member = (key: StaticString, value: TemplateValue)

  public let shape: Shape
  private let values: [TemplateValue]

  /// Creates a record with values in the order of the shape's names.
  public init(_ shape: Shape, _ values: [TemplateValue]) {
    self.shape = shape
    self.values = values
  }

  public convenience init(_ members: KeyValuePairs<StaticString, TemplateValue>) { self.init(members: members) }

  /// Creates a record of members that several records have in common, and others.
  public convenience init(members: some Collection<Member>) {
    self.init(.ofLiterals(members), members.map(\.value))
  }

  public func value(at slot: Int) -> TemplateValue { values.indices.contains(slot) ? values[slot] : .null }
}

extension Shape {
  /// The names of a record's literals, with their shape.
  private typealias Known = (names: [StaticString], shape: Shape)

  /// The shapes of all records, by a hash of their names.
  private static let known = Mutex<[UInt: [Known]]>([:])

  /// The shape of the names, which is created only once.
  ///
  /// A literal is the same constant each time, so it's recognized by its address: no name is read again.
  fileprivate static func ofLiterals(_ members: some Collection<Record.Member>) -> Shape {
    var hash: UInt = 0
    for member in members { hash = (hash ^ member.key.identity) &* 0x0100_0193 }
    return known.withLock { known in
      let same = known[hash]?.first { $0.names.elementsEqual(members) { $0.identity == $1.key.identity } }
      if let same { return same.shape }
      let shape = Shape(members.map { "\($0.key)" })
      assert(Set(shape.names).count == members.count, "a name stands twice in \(shape.names)")
      known[hash, default: []].append((members.map(\.key), shape))
      return shape
    }
  }
}

extension StaticString {
  fileprivate var identity: UInt {
    hasPointerRepresentation ? UInt(bitPattern: utf8Start) : UInt(unicodeScalar.value)
  }
}
