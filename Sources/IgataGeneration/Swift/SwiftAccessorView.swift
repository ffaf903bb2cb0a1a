import IgataSchema
import IgataTemplateLanguage

/// The view of the accessors for a property whose stored form isn't what users see.
extension GenerationScope {
  func accessorView(_ property: SwiftProperty, _ key: SwiftOwnKey, _ links: SwiftLinks) -> Record {
    let (field, form) = (property.field, property.coding.form)
    var related: Int?
    var wrapped: Int?
    var (isRequired, isOptional, isLinked, isRequiredLink, isList) = (false, false, false, false, false)
    var target = property.type
    switch form {
    case .required(let index): (related, isRequired) = (index, true)
    case .optional(let index): (related, isOptional, target) = (index, true, modelType(index))
    case .wrapper(let index): (related, wrapped) = (index, index)
    case .linked(let index, let hasNone):
      (related, isLinked, isRequiredLink, target) = (index, true, !hasNone, modelType(index))
    case .ordered: isList = true
    case .stored, .embedded, .deprecated: break
    }
    let storage = SwiftIdentifier.own(property.storage)
    let fallback = wrapped.map { wrapperDefault(of: $0, field: field, key) } ?? ""
    let assignment = wrapped.map { ownedAssignment(of: "newValue", to: storage, $0, field, key, indent: 6) }
    return Record([
      "isRequired": .flag(isRequired), "isOptional": .flag(isOptional), "isWrapper": .flag(wrapped != nil),
      "isLinked": .flag(isLinked), "isList": .flag(isList), "isPlain": .flag(related == nil && !isList),
      "isRequiredLink": .flag(isRequiredLink), "linkedTarget": .text(links.targets[field.name] ?? "[]"),
      "linkedReference": .text(types.linkedReferenceCall), "assignments": .texts(links.assignments[field.name] ?? []),
      "name": .text(property.name), "storage": .text(storage), "target": .text(target),
      "keyName": .text(SwiftIdentifier.escape(field.name + "ID")), "keyType": .text(related.map(keyType) ?? ""),
      "fallback": .text(fallback), "isLongFallback": .flag(fallback.utf8.count > 80),
      "loadedName": .text(SwiftIdentifier.prefixed("loaded", field.name)),
      "internalName": .text(SwiftIdentifier.prefixed("internal", field.name)),
      "hasName": .text(SwiftIdentifier.prefixed("has", field.name)),
      "clearName": .text(SwiftIdentifier.prefixed("clear", field.name)), "plainName": .text(field.name),
      "reference": .text(types.referenceCall), "ownedAssignment": .text(assignment ?? ""),
      "isMutable": .flag(!field.isConstant), "hasNoDocumentation": .flag(field.origin.documentation.isEmpty),
    ])
  }

  /// The value of a wrapper relation if nothing is stored. A key that is generated at random would differ on each
  /// access, so it is derived from the owner's key.
  private func wrapperDefault(of index: Int, field: Field, _ own: SwiftOwnKey) -> String {
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
