import IgataSchema
import IgataTemplateLanguage

extension SwiftProperty {
  private enum Slot: String, CaseIterable {
    case documentation, deprecation, isStored, isHidden, keyword, name, own, storage, storedType, type, accessor
    case assigned, readingMethod, readingArguments, isWritten, writingMethod, column
    case isRelation, relation, assignedStamp
  }
  private static let slots = Slot.allCases
  private static let names = Shape(of: slots)

  var shape: Shape { Self.names }

  func value(at slot: Int) -> TemplateValue {
    switch Self.slots[slot] {
    case .documentation: scope.documentation(field.origin)
    case .deprecation: scope.deprecation(field.deprecation)
    case .isStored: .flag(isPlain)
    case .isHidden: .flag(!isPlain)
    case .keyword: .text(keyword)
    case .name: .text(name)
    case .own: .text(own)
    case .storage: .text(storage)
    case .storedType: .text(storedType)
    case .type: .text(type)
    case .accessor: isPlain ? .null : .view(scope.accessor(self))
    case .assigned: .text(assigned)
    case .readingMethod: .text(readingMethod)
    case .readingArguments, .column: .written(self, slot: Int32(truncatingIfNeeded: slot))
    case .isWritten: .flag(writingMethod != nil)
    case .writingMethod: .optional(writingMethod)
    case .isRelation: .flag(isRelation)
    case .relation: .number(place.relation ?? 0)
    case .assignedStamp: .optional(stamp)
    }
  }

  func write(_ slot: Int, into text: inout TextBuffer) -> Bool {
    switch Self.slots[slot] {
    case .keyword: text.append(keyword)
    case .name: text.append(name)
    case .own: text.append(own)
    case .storage: text.append(storage)
    case .type: text.append(type)
    case .assigned: text.append(assigned)
    case .column: place.writeColumn(into: &text)
    case .relation: text.append(place.relation ?? 0)
    case .writingMethod: text.append(writingMethod ?? "")
    case .readingMethod: text.append(readingMethod)
    case .readingArguments: writeReadingArguments(into: &text)
    default: return false
    }
    return true
  }

  private var keyword: String {
    guard field.isConstant else { return "var" }
    return isPlain && isAssignedByStore ? "private(set) var" : "let"
  }

  private var storedType: String {
    switch form {
    case .stored, .embedded, .deprecated: type
    case .required(let target): "\(scope.runtime("Reference"))<\(scope.modelType(target))>"
    case .optional(let target), .wrapper(let target): "\(scope.runtime("Reference"))<\(scope.modelType(target))>?"
    case .ordered(let target): "\(scope.runtime("ReferenceList"))<\(scope.modelType(target))>"
    }
  }

  /// What the store's saving does to the property, as an operator with its operand; nothing where it leaves it alone.
  var stamp: String? {
    if field.isUpdatedAt { return "= now" }
    if field.isVersion { return "&+= 1" }
    return nil
  }
}

extension GenerationScope {
  private static let accessorShape = Shape(
    "isRequired", "isOptional", "isWrapper", "isList", "isPlain", "name", "storage", "target", "keyName", "keyType",
    "fallback", "internalName", "hasName", "clearName", "plainName", "reference", "referenceList", "isMutable",
    "hasNoDocumentation")

  /// The accessors over a property that is not itself what users see.
  fileprivate func accessor(_ property: SwiftProperty) -> Record {
    var flags = [false, false, false, false, false]
    var target = property.type
    var key = ""
    var fallback = ""
    switch property.form {
    case .required(let index):
      flags[0] = true
      key = keyType(index)
    case .optional(let index):
      flags[1] = true
      target = modelType(index)
      key = keyType(index)
    case .wrapper(let index):
      flags[2] = true
      key = keyType(index)
      fallback = wrapperDefault(of: index, field: property.field, property.place.draft)
    case .ordered: flags[3] = true
    case .stored, .embedded, .deprecated: flags[4] = true
    }
    let field = property.field.name
    return Record(
      Self.accessorShape,
      flags.map { .flag($0) } + [
        .text(property.name), .text(property.storage), .text(target), .text(SwiftIdentifier.property(field + "ID")),
        .text(key), .text(fallback), .text(SwiftIdentifier.prefixed("internal", field)),
        .text(SwiftIdentifier.prefixed("has", field)), .text(SwiftIdentifier.prefixed("clear", field)),
        .text(field), .text(runtime("Reference")), .text(runtime("ReferenceList")),
        .flag(!property.field.isConstant), .flag(property.field.origin.documentation.isEmpty),
      ])
  }

  /// What a wrapper reads as where nothing is kept. A key that is made at random would be another one at each
  /// reading, so it is derived from the owner's.
  private func wrapperDefault(of index: Int, field: Field, _ draft: SwiftDraft?) -> String {
    let type = modelType(index)
    guard let key = derivableKey(of: index), case .value(let keyType, _) = key.kind else { return "\(type)()" }
    let name = SwiftLiteral.string(field.name)
    var derived = ".derived(from: id, for: \(name))"
    if let draft {
      derived = "\(draft.key) == 0 ? .derived(from: \(draft.name), for: \(name)) : \(derived)"
    }
    if case .newtype = keyType { derived = "\(self.type(keyType))(_trusted: \(derived))" }
    return "\(type)(\(SwiftIdentifier.property(key.name)): \(derived))"
  }

  /// The key of a model, where it is one field that is made at random.
  private func derivableKey(of index: Int) -> Field? {
    let target = schema.models[index]
    guard target.primaryKey.count == 1, let column = target.primaryKey.first, target.columns[column].path.isEmpty
    else { return nil }
    let key = target.fields[target.columns[column].field]
    return key.defaultValue == .uuid || key.defaultValue == .uuid7 ? key : nil
  }

  /// The draft that a model needs, if it does: its key is made by the store, and wrappers derive theirs from it.
  func draft(of model: Model) -> SwiftDraft? {
    guard let key = model.primaryKey.first, isGeneratedKey(key, of: model) else { return nil }
    let derives = model.fields.contains { field in
      guard case .toOne(let target, .wrapper, _) = field.kind else { return false }
      return derivableKey(of: target) != nil
    }
    guard derives else { return nil }
    let name = SwiftIdentifier.free("_draft", among: Set(model.fields.map(\.name)))
    return SwiftDraft(name: name, key: SwiftIdentifier.property(model.fields[model.columns[key].field].name))
  }
}

/// A property that tells a model which was never saved from others like it: until the store has made its key, what is
/// derived from the key has to come from elsewhere.
struct SwiftDraft: Sendable {
  let name: String
  /// The property that holds the key, which is 0 until then.
  let key: String
}
