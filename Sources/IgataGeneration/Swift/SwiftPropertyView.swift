import IgataSchema
import IgataTemplateLanguage

/// The view of the properties of a model or a struct.
final class SwiftProperties: Views {
  private enum Slot: String, CaseIterable {
    case documentation, deprecation, isStored, isHidden, observer, observers, hasObservers
    case keyword, name, own, storage, storedType
    case type, accessor, parameter, assigned, readingMethod, readingArguments, isWritten, writingMethod, column
    case isRelation, relation, stamped, isMadeByDatabase, ownedAssignment
  }
  private static let slots = Slot.allCases
  private static let names = Shape(of: slots)

  let scope: GenerationScope
  let all: [SwiftProperty]
  /// The name of the model. Empty for a struct.
  private let modelName: String
  /// The key of a model. Empty for a struct.
  private let key: SwiftOwnKey
  private let links: SwiftLinks
  /// For each property, the statements that follow a change of it by the program.
  private let observers: [[String]]

  init(
    _ scope: GenerationScope, _ properties: [SwiftProperty], of modelName: String = "",
    key: SwiftOwnKey = SwiftOwnKey(model: "", name: "", draft: nil), keyFields: Set<String> = [],
    links: SwiftLinks = SwiftLinks()
  ) {
    self.links = links
    // Read in place: a copy of the property would retain everything in it.
    observers = properties.indices.map { index in
      Self.observers(
        of: properties[index].storage, properties[index].field.name,
        changesKey: !properties[index].field.isConstant && keyFields.contains(properties[index].field.name), links)
    }
    self.modelName = modelName
    self.scope = scope
    all = properties
    self.key = key
  }

  var shape: Shape { Self.names }

  /// All properties, as the elements of a section.
  var value: TemplateValue { .elements(self, count: all.count) }

  func value(at slot: Int, of element: Int) -> TemplateValue {
    switch Self.slots[slot] {
    case .documentation: scope.documentation(all[element].field.origin)
    case .deprecation: scope.deprecation(all[element].field.deprecation)
    case .isStored: .flag(all[element].coding.isPlain)
    case .isHidden: .flag(!all[element].coding.isPlain)
    case .accessor: all[element].coding.isPlain ? .null : .view(SwiftAccessorView(scope, all[element], key, links))
    case .storedType: .text(scope.storedType(of: all[element]))
    case .isWritten: .flag(all[element].coding.writingMethod != nil)
    case .isRelation: .flag(all[element].coding.isRelation)
    case .observer: .optional(observers[element].count == 1 ? observers[element][0] : nil)
    case .observers: .texts(observers[element])
    case .hasObservers: .flag(observers[element].count > 1)
    case .isMadeByDatabase: .flag(all[element].isMadeByDatabase)
    case .stamped: .optional(stamped(element))
    case .ownedAssignment: .optional(ownedAssignment(of: element))
    case .keyword, .name, .own, .storage, .type, .parameter, .assigned, .readingMethod, .readingArguments,
      .writingMethod,
      .column, .relation:
      .written(self, slot: Int32(truncatingIfNeeded: slot), element: Int32(truncatingIfNeeded: element))
    }
  }

  // Values are read in place: a copy of the property would retain everything in it.
  func write(_ slot: Int, of element: Int, into text: inout TextBuffer) -> Bool {
    switch Self.slots[slot] {
    case .name: text.append(all[element].name)
    case .type: text.append(all[element].type)
    case .storage: text.append(all[element].storage)
    case .own:
      if SwiftIdentifier.needsSelf(all[element].storage) { text.append(literal: "self.") }
      text.append(all[element].storage)
    case .keyword: text.append(literal: keyword(of: element))
    case .parameter: writeParameter(element, into: &text)
    case .assigned: writeAssigned(element, into: &text)
    case .column: all[element].coding.column.writeColumn(into: &text)
    case .relation: text.append(all[element].coding.column.relation)
    case .readingMethod: text.append(literal: all[element].coding.readingMethod)
    case .writingMethod: text.append(literal: all[element].coding.writingMethod ?? "")
    case .readingArguments: all[element].coding.writeReadingArguments(into: &text)
    case .documentation, .deprecation, .isStored, .isHidden, .storedType, .accessor, .isWritten, .isRelation, .stamped,
      .observer, .observers, .hasObservers, .isMadeByDatabase, .ownedAssignment:
      return false
    }
    return true
  }
}

// MARK: Facts

extension SwiftProperties {
  private func keyword(of index: Int) -> StaticString {
    // A store sets the target of a relation.
    let field = all[index].field
    guard field.isConstant || field.isReadOnly, !all[index].coding.isRelation else { return "var" }
    guard all[index].isAssignedByStore else { return "let" }
    return all[index].coding.isPlain ? "private(set) var" : "var"
  }

  /// The statements that follow a change of a property by the program, which may be the key, or determine the target of
  /// a relation.
  ///
  /// - Parameter changesKey: Whether the program can change the key, or a part of it, by changing the property.
  private static func observers(
    of storage: String, _ field: String, changesKey: Bool, _ links: SwiftLinks
  ) -> [String] {
    let statements = links.observers[field] ?? []
    guard changesKey else { return statements }
    return ["_origin.keyDidChange(from: oldValue, to: \(SwiftIdentifier.own(storage)))"] + statements
  }

  /// The properties that the initializer has parameters for.
  var parameters: TemplateValue {
    guard all.contains(where: \.field.isImplied) else { return value }
    let given = SwiftProperties(scope, all.filter { !$0.field.isImplied }, of: modelName, key: key)
    return given.value
  }

  func initialValue(of index: Int) -> String? { links.initialValues[all[index].field.name] }

  /// The statement with which a new model copies a value into its own wrapper, or `nil` if it isn't one.
  private func ownedAssignment(of index: Int) -> String? {
    guard case .wrapper(let target) = all[index].coding.form else { return nil }
    let property = all[index]
    return scope.ownedAssignment(
      of: property.name, to: "self.\(property.storage)", target, property.field, key, indent: 4)
  }

  /// The value that saving sets the property to, or `nil` if it leaves the property unchanged.
  private func stamped(_ index: Int) -> String? {
    let property = all[index]
    if property.field.isUpdatedAt { return "stamp.now" }
    guard property.field.isVersion else { return nil }
    return "try stamp.next(after: \(property.own), of: \"\(modelName).\(property.field.name)\")"
  }
}

extension GenerationScope {
  fileprivate func storedType(of property: SwiftProperty) -> String {
    switch property.coding.form {
    case .stored, .embedded, .deprecated: property.type
    case .required(let target): "\(types.reference)<\(modelType(target))>"
    case .optional(let target): "\(types.reference)<\(modelType(target))>?"
    case .wrapper(let target): "\(types.ownedReference)<\(modelType(target))>"
    case .linked(let target, _): "\(types.linkedReference)<\(modelType(target))>"
    case .ordered(let target): "\(types.referenceList)<\(modelType(target))>"
    }
  }
}
