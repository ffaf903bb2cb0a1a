import IgataSchema
import IgataTemplateLanguage

/// A member of the generated `Columns`: what queries call a column, a struct's columns or a related model.
final class SwiftColumnMember: View {
  private enum Kind {
    /// A column of the model itself, with the type of its values.
    case column(type: String, isOptional: Bool)
    /// The columns of a struct, or of a related model.
    case columns(of: String, relation: Int?)
  }

  private enum Slot: String, CaseIterable { case name, type, value }
  private static let slots = Slot.allCases
  private static let names = Shape(of: slots)

  private let name: String
  private let kind: Kind
  private let property: SwiftProperty

  private init(_ name: String, _ kind: Kind, of property: SwiftProperty) {
    self.name = name
    self.kind = kind
    self.property = property
  }

  static func members(of property: SwiftProperty) -> [any View] {
    let scope = property.scope
    switch property.form {
    case .stored, .deprecated:
      return [SwiftColumnMember(property.name, .column(type: property.type, isOptional: false), of: property)]
    case .embedded(let inner, _):
      return [SwiftColumnMember(property.name, .columns(of: scope.structType(inner), relation: nil), of: property)]
    case .ordered(let target):
      return [scope.relatedColumns(property.name, target, property.place.path, property.place.relation ?? 0)]
    case .required(let target): return members(of: property, relatingTo: target, isOptional: false)
    case .optional(let target), .wrapper(let target):
      return members(of: property, relatingTo: target, isOptional: true)
    }
  }

  private static func members(
    of property: SwiftProperty, relatingTo target: Int, isOptional: Bool
  ) -> [any View] {
    let scope = property.scope
    let related = Kind.columns(of: scope.modelType(target), relation: property.place.relation ?? 0)
    let relation = SwiftColumnMember(property.name, related, of: property)
    guard scope.schema.models[target].primaryKey.count == 1 else { return [relation] }
    let key = Kind.column(type: scope.keyType(target), isOptional: isOptional)
    return [
      relation, SwiftColumnMember(SwiftIdentifier.property(property.field.name + "ID"), key, of: property),
    ]
  }

  var shape: Shape { Self.names }

  func value(at slot: Int) -> TemplateValue {
    slot == 0 ? .text(name) : .written(self, slot: Int32(truncatingIfNeeded: slot))
  }

  func write(_ slot: Int, into text: inout TextBuffer) -> Bool {
    switch Self.slots[slot] {
    case .type: writeType(into: &text)
    case .value: writeValue(into: &text)
    case .name: text.append(name)
    }
    return true
  }

  private func writeType(into text: inout TextBuffer) {
    switch kind {
    case .column(let type, let isOptional):
      text.append(property.scope.runtime("Column"))
      text.append(literal: "<")
      text.append(type)
      text.append(isOptional ? "?>" : ">")
    case .columns(let type, _):
      text.append(type)
      text.append(literal: ".Columns")
    }
  }

  private func writeValue(into text: inout TextBuffer) {
    let place = property.place
    switch kind {
    case .column:
      text.append(property.scope.runtime("Column"))
      text.append(literal: "(")
      text.append(place.path)
      text.append(literal: ", ")
      place.writePathColumn(into: &text)
    case .columns(_, let relation):
      writeType(into: &text)
      text.append(literal: "(_path: ")
      text.append(place.path)
      if let relation {
        text.append(literal: ".appending(")
        text.append(relation)
        text.append(literal: ")")
      } else {
        text.append(literal: ", at: ")
        place.writePathColumn(into: &text)
      }
    }
    text.append(literal: ")")
  }
}
