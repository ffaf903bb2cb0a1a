import IgataSchema
import IgataTemplateLanguage

/// The view of the accessors for properties whose stored form isn't what users see.
final class SwiftAccessorView: View {
  private enum Slot: String, CaseIterable {
    case isRequired, isOptional, isWrapper, isList, isPlain, name, storage, target, keyName, keyType
    case fallback, isLongFallback, loadedName, internalName, hasName, clearName, plainName, reference, ownedAssignment
    case isMutable, hasNoDocumentation, isLinked, isRequiredLink, linkedTarget, linkedReference, assignments, relation
  }
  private static let slots = Slot.allCases
  private static let names = Shape(of: slots)

  private let scope: GenerationScope
  private let property: SwiftProperty
  private let key: SwiftOwnKey
  private let links: SwiftLinks

  init(_ scope: GenerationScope, _ property: SwiftProperty, _ key: SwiftOwnKey, _ links: SwiftLinks) {
    self.links = links
    self.scope = scope
    self.property = property
    self.key = key
  }

  var shape: Shape { Self.names }

  func value(at slot: Int) -> TemplateValue {
    switch Self.slots[slot] {
    case .isRequired, .isOptional, .isWrapper, .isLinked, .isList, .isPlain: .flag(isOf(Self.slots[slot]))
    case .isRequiredLink:
      if case .linked(_, isOptional: false) = property.coding.form { .flag(true) } else { .flag(false) }
    case .linkedTarget: .text(links.targets[property.field.name] ?? "[]")
    case .linkedReference: .text(scope.types.linkedReferenceCall)
    case .assignments: .texts(links.assignments[property.field.name] ?? [])
    case .name: .text(property.name)
    case .storage: .text(SwiftIdentifier.own(property.storage))
    case .target: .text(target)
    case .keyName: .text(SwiftIdentifier.escape(property.field.name + "ID"))
    case .keyType: .text(related.map(scope.keyType) ?? "")
    case .fallback: .text(fallback)
    case .isLongFallback: .flag(fallback.utf8.count > 80)
    case .loadedName: .text(SwiftIdentifier.prefixed("loaded", property.field.name))
    case .internalName: .text(SwiftIdentifier.prefixed("internal", property.field.name))
    case .hasName: .text(SwiftIdentifier.prefixed("has", property.field.name))
    case .clearName: .text(SwiftIdentifier.prefixed("clear", property.field.name))
    case .plainName: .text(property.field.name)
    case .relation: .text(SwiftLiteral.string("\(key.model).\(property.field.name)"))
    case .reference: .text(scope.types.referenceCall)
    case .ownedAssignment: .text(ownedAssignment)
    case .isMutable: .flag(!property.field.isConstant)
    case .hasNoDocumentation: .flag(property.field.origin.documentation.isEmpty)
    }
  }

  private func isOf(_ slot: Slot) -> Bool {
    switch property.coding.form {
    case .required: slot == .isRequired
    case .optional: slot == .isOptional
    case .wrapper: slot == .isWrapper
    case .linked: slot == .isLinked
    case .ordered: slot == .isList
    case .stored, .embedded, .deprecated: slot == .isPlain
    }
  }

  /// The target model of a to-one relation.
  private var related: Int? {
    switch property.coding.form {
    case .required(let index), .optional(let index), .wrapper(let index), .linked(let index, _): index
    case .ordered, .stored, .embedded, .deprecated: nil
    }
  }

  private var target: String {
    switch property.coding.form {
    case .optional(let index), .linked(let index, _): scope.modelType(index)
    default: property.type
    }
  }

  private var fallback: String {
    guard case .wrapper(let index) = property.coding.form else { return "" }
    return scope.wrapperDefault(of: index, field: property.field, key)
  }

  private var ownedAssignment: String {
    guard case .wrapper(let index) = property.coding.form else { return "" }
    return scope.ownedAssignment(
      of: "newValue", to: SwiftIdentifier.own(property.storage), index, property.field, key, indent: 6)
  }
}

extension GenerationScope {
  /// The value of a wrapper relation if nothing is stored. A key that is generated at random would differ on each
  /// access, so it is derived from the owner's key.
  fileprivate func wrapperDefault(of index: Int, field: Field, _ own: SwiftOwnKey) -> String {
    let type = typeNames.call(schema.models[index].name)
    guard let key = derivableKey(of: index), let derived = derivedKey(of: index, field: field, own) else {
      return "\(type)()"
    }
    let label = SwiftIdentifier.label(SwiftIdentifier.property(key.name, among: schema.models[index].fields))
    return "\(type)(\(label): \(derived))"
  }

  /// The statement that copies a value into a wrapper, with the key under which an owner without a wrapper stores one.
  ///
  /// - Parameter indent: The indentation of the statement, which precedes it.
  func ownedAssignment(
    of value: String, to storage: String, _ index: Int, _ field: Field, _ own: SwiftOwnKey, indent: Int
  ) -> String {
    let key = derivedKey(of: index, field: field, own).map { ["key: \($0)"] } ?? []
    let call = "\(storage) = \(types.ownedReferenceCall)"
    return String(
      SwiftLayout.list(call, [value, "replacing: \(storage)"] + key, "", indent: indent).dropFirst(indent))
  }

  /// The key of a wrapper relation's row, derived from the owner's key.
  private func derivedKey(of index: Int, field: Field, _ own: SwiftOwnKey) -> String? {
    guard let key = derivableKey(of: index), case .value(let keyType, _) = key.kind else { return nil }
    let name = SwiftLiteral.string("\(own.model).\(field.name)")
    let isText = base(of: keyType) == .string
    func derivation(_ owner: String) -> String {
      let call = ".derived(from: \(owner), for: \(name))"
      return isText ? uuidText(call) : call
    }
    var derived = derivation(own.name)
    if let draft = own.draft { derived = "\(draft.key) == 0 ? \(derivation(draft.name)) : \(derived)" }
    if case .newtype(let newtype) = keyType { derived = wrapped(derived, in: newtype) }
    return derived
  }

  /// The key of a model, if it is a single field whose value is generated at random.
  func derivableKey(of index: Int) -> Field? {
    let target = schema.models[index]
    guard target.primaryKey.count == 1, let column = target.primaryKey.first, target.columns[column].path.isEmpty
    else { return nil }
    let key = target.fields[target.columns[column].field]
    return key.holdsGeneratedUUID ? key : nil
  }
}
