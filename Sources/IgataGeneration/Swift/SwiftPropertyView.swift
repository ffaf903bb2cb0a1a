import IgataSchema
import IgataTemplateLanguage

extension GenerationScope {
  private static let propertyShape = Shape(
    "documentation", "deprecation", "isStored", "isHidden", "keyword", "name", "storage", "storedType", "type",
    "accessor", "names")
  private static let accessorShape = Shape(
    "isRequired", "isOptional", "isWrapper", "isList", "isPlain", "name", "storage", "target", "keyName", "keyType",
    "fallback", "internalName", "hasName", "clearName", "plainName", "reference", "referenceList", "isMutable",
    "hasNoDocumentation")

  /// A property's declaration, and the accessors over it where it is not itself what users see.
  ///
  /// - Parameter draft: For a model whose key the store makes, what tells one that has none yet from another.
  func view(_ property: SwiftProperty, draft: SwiftDraft? = nil) -> Record {
    let isConstant = property.field.isConstant
    let isPlain: Bool
    switch property.form {
    case .stored, .embedded: isPlain = true
    default: isPlain = false
    }
    let keyword =
      isConstant ? (property.isAssignedByStore ? "private(set) var" : "let") : "var"
    return Record(
      Self.propertyShape,
      [
        documentation(property.field.origin), deprecation(property.field.deprecation), .flag(isPlain), .flag(!isPlain),
        .text(isPlain ? keyword : isConstant ? "let" : "var"), .text(property.name), .text(property.storage),
        .text(storedType(property)), .text(property.type), isPlain ? .null : .view(accessor(property, draft)), names,
      ])
  }

  private func storedType(_ property: SwiftProperty) -> String {
    switch property.form {
    case .stored, .embedded, .deprecated: property.type
    case .required(let target): "\(runtime("Reference"))<\(modelType(target))>"
    case .optional(let target), .wrapper(let target): "\(runtime("Reference"))<\(modelType(target))>?"
    case .ordered(let target): "\(runtime("ReferenceList"))<\(modelType(target))>"
    }
  }

  private func accessor(_ property: SwiftProperty, _ draft: SwiftDraft?) -> Record {
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
      fallback = wrapperDefault(of: index, field: property.field, draft)
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

  // MARK: Columns of queries

  static let columnShape = Shape("name", "type", "value")

  /// The members of the generated `Columns`.
  func columnViews(_ properties: [SwiftProperty], storage: String, column: (Int) -> String) -> [Record] {
    properties.flatMap { property -> [Record] in
      let index = column(property.column)
      func member(_ name: String, _ type: String, _ value: String) -> Record {
        Record(Self.columnShape, [.text(name), .text(type), .text(value)])
      }
      let columnType = runtime("Column")
      switch property.form {
      case .stored, .deprecated:
        return [member(property.name, "\(columnType)<\(property.type)>", "\(columnType)(\(storage), \(index))")]
      case .embedded(let inner, _):
        let type = structType(inner) + ".Columns"
        return [member(property.name, type, "\(type)(_path: \(storage), at: \(index))")]
      case .required, .optional, .wrapper, .ordered: return []
      }
    }
  }
}

/// A property that tells a model which was never saved from others like it: until the store has made its key, what is
/// derived from the key has to come from elsewhere.
struct SwiftDraft {
  let name: String
  /// The property that holds the key, which is 0 until then.
  let key: String
}
