import IgataSchema
import IgataTemplateLanguage

/// A field of a model or a struct as a Swift property.
struct SwiftProperty: Sendable {
  let field: Field
  /// The name as it is declared, in backticks if Swift requires them.
  let name: String
  /// The property that stores the value. The same as ``name`` if that property is stored.
  let storage: String
  /// The type, with `?` or brackets.
  let type: String
  let coding: SwiftCoding

  /// Whether the store sets its value.
  var isAssignedByStore: Bool {
    field.defaultValue == .autoincrement || field.isUpdatedAt || field.isVersion || isMadeByDatabase
  }

  /// Whether the database makes the value if the field is `nil`.
  var isMadeByDatabase: Bool { field.isMadeByDatabase }

  /// The property as generated members of the type refer to it, so that their parameters don't hide it.
  var own: String { SwiftIdentifier.own(storage) }
}

extension GenerationScope {
  /// The properties of a model or a struct, without the to-many relations that are stored in the other model.
  ///
  /// - Parameter column: Returns the columns of the field at an index.
  func properties(of fields: [Field], column: (Int) -> ColumnReference) -> [SwiftProperty] {
    let hidden = hiddenNames(fields)
    var result: [SwiftProperty] = []
    result.reserveCapacity(fields.count)
    for (index, field) in fields.enumerated() {
      guard let (form, type) = form(of: field) else { continue }
      let column = column(index)
      let name = SwiftIdentifier.property(
        field.name, among: fields, unusable: column.isInStruct ? SwiftIdentifier.unusableInStructs : .empty)
      let coding = SwiftCoding(form, of: field, at: column, in: self)
      let storage = coding.isPlain ? name : storageName(of: field, among: hidden)
      result.append(SwiftProperty(field: field, name: name, storage: storage, type: type, coding: coding))
    }
    return result
  }

  /// The names of members for fields that a hidden property could conflict with.
  func hiddenNames(_ fields: [Field]) -> Set<String> {
    // Those of every model.
    var names: Set = ["_origin", "_original"]
    for index in fields.indices where fields[index].name.utf8.first == UInt8(ascii: "_") {
      names.insert(fields[index].name)
      if case .toOne = fields[index].kind { names.insert(fields[index].name + "ID") }
    }
    return names
  }

  /// The name of the hidden property for a field that isn't stored in its public form.
  ///
  /// - Parameter hidden: The result of ``hiddenNames(_:)`` for all fields of the type.
  func storageName(of field: Field, among hidden: Set<String>) -> String {
    SwiftIdentifier.free("_" + field.name, among: hidden)
  }

  private func form(of field: Field) -> (SwiftCoding.Form, type: String)? {
    let isHidden = field.deprecation != nil
    switch field.kind {
    case .value(let type, let isOptional):
      return (isHidden ? .deprecated : .stored, isOptional ? self.type(type) + "?" : self.type(type))
    case .list(let type): return (isHidden ? .deprecated : .stored, "[\(self.type(type))]")
    case .embedded(let target, let isOptional):
      return (.embedded(struct: target, isOptional: isOptional), structType(target) + (isOptional ? "?" : ""))
    case .toOne(let target, let kind, _) where field.isLinked:
      let isOptional = kind != .required
      return (.linked(target: target, isOptional: isOptional), modelType(target) + (isOptional ? "?" : ""))
    case .toOne(let target, .required, _): return (.required(target: target), modelType(target))
    case .toOne(let target, .optional, _): return (.optional(target: target), modelType(target) + "?")
    case .toOne(let target, .wrapper, _): return (.wrapper(target: target), modelType(target))
    case .ordered(let target): return (.ordered(target: target), "[\(modelType(target))]")
    case .inverse: return nil
    }
  }
}
