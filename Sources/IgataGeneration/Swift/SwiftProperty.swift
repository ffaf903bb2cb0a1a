import IgataSchema
import IgataTemplateLanguage

/// A field of a model or a struct, as its Swift property, and as templates see it.
final class SwiftProperty: View {
  enum Form {
    /// A stored property.
    case stored
    /// A computed property over a private one, so that generated code may use it although it is deprecated.
    case deprecated
    case required(target: Int)
    case optional(target: Int)
    case wrapper(target: Int)
    case ordered(target: Int)
    case embedded(struct: Int, isOptional: Bool)
  }

  let scope: GenerationScope
  let field: Field
  let form: Form
  /// The name as it is declared, in backticks where Swift wants them.
  let name: String
  /// The property that holds the value; ``name`` where that is the property itself.
  let storage: String
  /// The type, with its `?` or brackets.
  let type: String
  /// Where it stands in its owner.
  let place: SwiftPlace

  init(
    _ scope: GenerationScope, _ field: Field, _ form: Form, names: SwiftNames, place: SwiftPlace
  ) {
    self.scope = scope
    self.field = field
    self.form = form
    self.name = names.name
    self.storage = names.storage
    self.type = names.type
    self.place = place
  }

  /// The first of its columns in the table, or in the struct.
  var column: Int { place.column }

  /// Whether it can be set only by the store.
  var isAssignedByStore: Bool { field.defaultValue == .autoincrement }

  /// The property as generated members of the type refer to it, which have parameters of their own.
  var own: String { Self.parameters.contains(storage) ? "self." + storage : storage }

  /// Whether the property is itself what holds the value.
  var isPlain: Bool {
    switch form {
    case .stored, .embedded: true
    case .deprecated, .required, .optional, .wrapper, .ordered: false
    }
  }

  /// Names that the parameters and variables of generated members have.
  static let parameters: NameSet = ["row", "column"]
}

/// The names that a property goes by.
struct SwiftNames {
  let name: String
  let storage: String
  let type: String
}

/// Where a property stands in its model or its struct.
struct SwiftPlace: Sendable {
  /// The first of its columns.
  let column: Int
  /// The number of its relation among those of the model; nothing where it is none.
  var relation: Int?
  /// What the columns count from, as an expression: nothing in a model, `column` in a struct.
  var base: String?
  /// For a model whose key the store makes, what tells one that has none yet from another.
  var draft: SwiftDraft?

  /// Writes the column `offset` behind the first one, as generated code says it.
  func writeColumn(_ offset: Int = 0, into text: inout TextBuffer) { Self.write(base, column + offset, into: &text) }

  private static func write(_ base: String?, _ column: Int, into text: inout TextBuffer) {
    guard let base else { return text.append(column) }
    text.append(base)
    guard column != 0 else { return }
    text.append(literal: " + ")
    text.append(column)
  }
}

extension GenerationScope {
  /// The properties of a model or a struct, without the to-many relations that are kept at the other end.
  ///
  /// - Parameters:
  ///   - givesUpID: whether `id` is the name of something else, so that a field of this name gets another.
  ///   - place: where the field at an index stands.
  func properties(of fields: [Field], givesUpID: Bool, place: (Int) -> SwiftPlace) -> [SwiftProperty] {
    let hidden = hiddenNames(fields)
    var result: [SwiftProperty] = []
    result.reserveCapacity(fields.count)
    for (index, field) in fields.enumerated() {
      guard let (form, type) = form(of: field) else { continue }
      let name = givesUpID && field.name == "id" ? "id_" : SwiftIdentifier.property(field.name)
      var storage = name
      switch form {
      case .stored, .embedded: break
      default: storage = SwiftIdentifier.free("_" + field.name, among: hidden)
      }
      result.append(
        SwiftProperty(
          self, field, form, names: SwiftNames(name: name, storage: storage, type: type), place: place(index)))
    }
    return result
  }

  /// The names of fields that a hidden property could clash with.
  private func hiddenNames(_ fields: [Field]) -> Set<String> {
    var names: Set<String> = []
    for field in fields where field.name.utf8.first == UInt8(ascii: "_") { names.insert(field.name) }
    return names
  }

  private func form(of field: Field) -> (SwiftProperty.Form, type: String)? {
    let isHidden = field.deprecation != nil
    switch field.kind {
    case .value(let type, let isOptional):
      return (isHidden ? .deprecated : .stored, isOptional ? self.type(type) + "?" : self.type(type))
    case .list(let type): return (isHidden ? .deprecated : .stored, "[\(self.type(type))]")
    case .embedded(let target, let isOptional):
      return (.embedded(struct: target, isOptional: isOptional), structType(target) + (isOptional ? "?" : ""))
    case .toOne(let target, .required, _): return (.required(target: target), modelType(target))
    case .toOne(let target, .optional, _): return (.optional(target: target), modelType(target) + "?")
    case .toOne(let target, .wrapper, _): return (.wrapper(target: target), modelType(target))
    case .ordered(let target): return (.ordered(target: target), "[\(modelType(target))]")
    case .toMany: return nil
    }
  }

  /// How many columns a struct takes in its owner's table.
  func columnCount(ofStruct index: Int) -> Int {
    schema.structs[index].fields.reduce(0) { count, field in
      if case .embedded(let inner, _) = field.kind { return count + columnCount(ofStruct: inner) }
      return count + 1
    }
  }
}
