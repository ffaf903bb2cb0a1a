import IgataTemplateLanguage
import Synchronization

/// A view that stores its values, used for single declarations.
final class Record: View {
  /// A name, which is a literal, with its value.
  typealias Member = (key: StaticString, value: TemplateValue)

  let shape: Shape
  private let values: [TemplateValue]

  /// Creates a record with values in the order of the shape's names.
  init(_ shape: Shape, _ values: [TemplateValue]) {
    self.shape = shape
    self.values = values
  }

  /// Creates a record in which each name stands next to its value: `Record(["name": .text(field.name)])`.
  ///
  /// It takes more instructions than one with a shape of its own, as the shape is found by the names: 4 per cent of
  /// all that is needed for classes for Realm. What is made for each property of a Swift model has a shape.
  convenience init(_ members: KeyValuePairs<StaticString, TemplateValue>) {
    self.init(.ofLiterals(members), members.map(\.value))
  }

  func value(at slot: Int) -> TemplateValue { values.indices.contains(slot) ? values[slot] : .null }
}

extension TemplateValue {
  /// The text, or null if there is none, so that a section around it is left out.
  static func optional(_ text: String?) -> TemplateValue { text.map { .text($0) } ?? .null }

  /// The record, or null if there is none.
  static func optional(_ record: Record?) -> TemplateValue { record.map { .view($0) } ?? .null }

  static func records(_ records: [Record]) -> TemplateValue { .list(records) }

  /// Creates the elements of a list, each with its `text`.
  static func separated(_ texts: [String]) -> TemplateValue { .list(texts.map { Record(["text": .text($0)]) }) }
}

extension Shape {
  /// The names of a record's literals, with their shape.
  private typealias Known = (names: [StaticString], shape: Shape)

  /// The shapes of all records, by a hash of their names.
  private static let known = Mutex<[UInt: [Known]]>([:])

  /// The shape of the names, which is created only once.
  ///
  /// A literal is the same constant each time, so it's recognized by its address: no name is read again.
  fileprivate static func ofLiterals(_ members: KeyValuePairs<StaticString, TemplateValue>) -> Shape {
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
