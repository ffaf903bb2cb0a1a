import IgataSchema
import IgataTemplateLanguage

/// An element of the generated `Columns`: what queries call a column, a struct's columns or what a model relates to.
struct SwiftColumnMember {
  let name: String
  /// The type, or what stands in its angle brackets.
  private let type: String
  /// The generic type, where it is one.
  private let generic: String?
  /// What it is numbered by among those of its kind: its first column, or its relation.
  private let number: Int
  private let isRelation: Bool

  /// `name: generic<type>`, or `name: type`.
  init(_ name: String, _ generic: String? = nil, of type: String, column: Int) {
    self.name = name
    self.generic = generic
    self.type = type
    number = column
    isRelation = false
  }

  /// `name: generic<type>`
  init(_ name: String, _ generic: String, of type: String, relation: Int) {
    self.name = name
    self.generic = generic
    self.type = type
    number = relation
    isRelation = true
  }

  /// The columns in the order of the table, then the relations in theirs, which is what the runtime goes by.
  static func precedes(_ left: SwiftColumnMember, _ right: SwiftColumnMember) -> Bool {
    left.isRelation == right.isRelation ? left.number < right.number : right.isRelation
  }

  func write(into text: inout TextBuffer) {
    text.append(name)
    text.append(literal: ": ")
    if let generic {
      text.append(generic)
      text.append(literal: "<")
    }
    text.append(type)
    if generic != nil { text.append(literal: ">") }
  }
}

extension SwiftProperty {
  /// What queries can say of the property.
  func appendColumnMembers(to members: inout [SwiftColumnMember]) {
    switch form {
    case .stored, .deprecated:
      members.append(SwiftColumnMember(name, scope.runtime("Column"), of: type, column: column))
    case .embedded(let inner, _):
      members.append(SwiftColumnMember(name, of: scope.structType(inner) + ".Columns", column: column))
    case .ordered(let target):
      members.append(scope.relatedColumns(name, target, place.relation ?? 0))
    case .required(let target): appendColumnMembers(relatingTo: target, "", to: &members)
    case .optional(let target), .wrapper(let target): appendColumnMembers(relatingTo: target, "?", to: &members)
    }
  }

  private func appendColumnMembers(
    relatingTo target: Int, _ mark: String, to members: inout [SwiftColumnMember]
  ) {
    members.append(
      SwiftColumnMember(name, scope.runtime("ToOne"), of: scope.modelType(target), relation: place.relation ?? 0))
    guard scope.schema.models[target].primaryKey.count == 1 else { return }
    let key = SwiftIdentifier.property(field.name + "ID")
    members.append(
      SwiftColumnMember(key, scope.runtime("Column"), of: scope.keyType(target) + mark, column: column))
  }
}

extension GenerationScope {
  /// The element for a to-many relation.
  func relatedColumns(_ name: String, _ target: Int, _ relation: Int) -> SwiftColumnMember {
    SwiftColumnMember(name, runtime("RelatedColumns"), of: modelType(target), relation: relation)
  }

  /// Writes the type `Columns`: a tuple, as it costs a compiler next to nothing, where a type of its own has code and
  /// metadata for each member.
  func writeColumns(_ members: [SwiftColumnMember], into text: inout TextBuffer) {
    var layout = SwiftLayout("\(modifier)typealias Columns = ", indent: 2, into: &text)
    for member in members.sorted(by: SwiftColumnMember.precedes) {
      layout.next(&text)
      member.write(into: &text)
    }
    if members.count == 1 {
      // A tuple of one has no name for it.
      layout.next(&text)
      text.append(literal: "()")
    }
    layout.end("", &text)
  }
}
