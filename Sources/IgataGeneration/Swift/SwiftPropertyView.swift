import IgataSchema
import IgataTemplateLanguage

/// The properties of a model or a struct, with their views.
struct SwiftProperties {
  let scope: GenerationScope
  let all: [SwiftProperty]
  /// The name of the model. Empty for a struct.
  var modelName = ""
  /// The key of a model. Empty for a struct.
  var key = SwiftOwnKey(model: "", name: "", draft: nil)
  /// The names of the fields that the key consists of.
  var keyFields: Set<String> = []
  var links = SwiftLinks()

  var views: [Record] { all.map(view) }

  private func view(_ property: SwiftProperty) -> Record {
    let (field, coding) = (property.field, property.coding)
    let observers = observers(of: property)
    return Record([
      "documentation": scope.documentation(field.origin), "deprecation": scope.deprecation(field.deprecation),
      "isStored": .flag(coding.isPlain), "isHidden": .flag(!coding.isPlain),
      "observer": .optional(observers.count == 1 ? observers[0] : nil), "observers": .texts(observers),
      "hasObservers": .flag(observers.count > 1), "keyword": .text(keyword(of: property)),
      "name": .text(property.name), "own": .text(property.own), "storage": .text(property.storage),
      "storedType": .text(storedType(of: property)), "type": .text(property.type),
      "accessor": coding.isPlain ? .null : .view(scope.accessorView(property, key, links)),
      "parameter": .text(parameter(for: property)), "assigned": .text(assigned(to: property)),
      "readingMethod": .text(coding.readingMethod), "readingArguments": .text(coding.readingArguments),
      "isWritten": .flag(coding.writingMethod != nil), "writingMethod": .optional(coding.writingMethod),
      "column": .text(coding.column.expression()), "isRelation": .flag(coding.isRelation),
      "relation": .number(coding.column.relation), "stamped": .optional(stamped(property)),
      "isMadeByDatabase": .flag(property.isMadeByDatabase), "ownedAssignment": .optional(ownedAssignment(of: property)),
    ])
  }

  private func keyword(of property: SwiftProperty) -> String {
    // A store sets the target of a relation.
    guard property.field.isConstant, !property.coding.isRelation else { return "var" }
    guard property.isAssignedByStore else { return "let" }
    return property.coding.isPlain ? "private(set) var" : "var"
  }

  /// The statements that follow a change of a property by the program, which may be the key, or determine the target of
  /// a relation.
  private func observers(of property: SwiftProperty) -> [String] {
    var statements = links.observers[property.field.name] ?? []
    if keyFields.contains(property.field.name), !property.field.isConstant {
      statements.insert("_origin.keyDidChange(from: oldValue, to: \(property.own))", at: 0)
    }
    return statements
  }

  private func storedType(of property: SwiftProperty) -> String {
    switch property.coding.form {
    case .stored, .embedded, .deprecated: property.type
    case .required(let target): "\(scope.types.reference)<\(scope.modelType(target))>"
    case .optional(let target): "\(scope.types.reference)<\(scope.modelType(target))>?"
    case .wrapper(let target): "\(scope.types.ownedReference)<\(scope.modelType(target))>"
    case .linked(let target, _): "\(scope.types.linkedReference)<\(scope.modelType(target))>"
    case .ordered(let target): "\(scope.types.referenceList)<\(scope.modelType(target))>"
    }
  }

  // MARK: The initializer

  /// `name: Type = default`.
  private func parameter(for property: SwiftProperty) -> String {
    let mark = if case .wrapper = property.coding.form { "?" } else { "" }
    let standard = scope.defaultExpression(property.field).map { " = " + $0 } ?? ""
    return "\(property.name): \(property.type)" + mark + standard
  }

  /// The value that is assigned from the parameter of a property.
  private func assigned(to property: SwiftProperty) -> String {
    let name = property.name
    switch property.coding.form {
    case .stored, .deprecated:
      if let value = links.initialValues[property.field.name] { return value }
      guard case .value(.scalar(.date), let isOptional) = property.field.kind else { return name }
      return name + (isOptional ? "?.roundedToMicroseconds" : ".roundedToMicroseconds")
    case .embedded: return name
    case .linked: return "\(scope.types.linkedReferenceCall)(\(name))"
    case .required: return "\(scope.types.referenceCall)(\(name))"
    case .ordered: return "\(scope.types.referenceListCall)(\(name))"
    case .wrapper: return scope.types.ownedReferenceCall + "()"
    case .optional: return "\(name).map { \(scope.types.referenceCall)($0) }"
    }
  }

  /// The statement with which a new model copies a value into its own wrapper, or `nil` if it isn't one.
  private func ownedAssignment(of property: SwiftProperty) -> String? {
    guard case .wrapper(let target) = property.coding.form else { return nil }
    return scope.ownedAssignment(
      of: property.name, to: "self.\(property.storage)", target, property.field, key, indent: 4)
  }

  /// The value that saving sets the property to, or `nil` if it leaves the property unchanged.
  private func stamped(_ property: SwiftProperty) -> String? {
    if property.field.isUpdatedAt { return "stamp.now" }
    guard property.field.isVersion else { return nil }
    return "try stamp.next(after: \(property.own), of: \"\(modelName).\(property.field.name)\")"
  }
}
