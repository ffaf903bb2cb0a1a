public import IgataDiagnostics
public import IgataSyntax
import IgataTables

/// A resolved schema in which each declaration has its syntax, and with what uses it. Created once for all rules of the
/// linter and for all requests of an editor.
public struct Declarations: Sendable {
  public let schema: Schema
  public let trees: [SyntaxTree]
  public private(set) var fields: [DeclaredField] = []
  public private(set) var models: [DeclaredModel] = []
  public private(set) var structs: [DeclaredStruct] = []
  public private(set) var enums: [DeclaredEnum] = []
  public private(set) var newtypes: [DeclaredNewtype] = []
  public private(set) var names: [DeclaredName] = []

  // The fields that use each of the schema's declarations: indexes into `fields`.

  /// The relations that refer to each model.
  public private(set) var usesOfModels: [[Int]]
  public private(set) var usesOfStructs: [[Int]]
  public private(set) var usesOfEnums: [[Int]]
  public private(set) var usesOfNewtypes: [[Int]]

  /// The ranges in the source that refer to each declaration by name.
  private let usesOfDeclarations: [NameUse.Declaration: [SourceRange]]
  /// The names that no other declaration can have: those of declarations, and the reserved ones.
  let takenTypeNames: Set<String>
  private var splitNames: [String: [String]] = [:]

  /// - Parameter trees: The trees that were resolved.
  init(_ resolution: Resolution, trees: [SyntaxTree]) {
    schema = resolution.schema
    self.trees = trees
    usesOfDeclarations = Dictionary(grouping: schema.uses, by: \.declaration).mapValues { $0.map(\.range) }
    takenTypeNames = Set(
      schema.models.map(\.name) + schema.structs.map(\.name) + schema.enums.map(\.name) + schema.newtypes.map(\.name)
        + schema.reservedModels.map(\.name))
    usesOfModels = Array(repeating: [], count: schema.models.count)
    usesOfStructs = Array(repeating: [], count: schema.structs.count)
    usesOfEnums = Array(repeating: [], count: schema.enums.count)
    usesOfNewtypes = Array(repeating: [], count: schema.newtypes.count)
    reserveCapacity()
    for declaration in resolution.declarations {
      switch declaration {
      case .enumeration(let index): addEnum(index, resolution.enumSyntaxes[index])
      case .newtype(let index): addNewtype(index, resolution.newtypeSyntaxes[index])
      case .structure(let index): addStruct(index, resolution.structs[index])
      case .model(let index): addModel(index, resolution.models[index])
      case .enumCase, .field, .structField: break
      }
    }
    splitNames = [:]
  }

  private mutating func reserveCapacity() {
    let fieldCount =
      schema.models.reduce(0) { $0 + $1.fields.count } + schema.structs.reduce(0) { $0 + $1.fields.count }
    let typeCount = schema.models.count + schema.structs.count + schema.enums.count + schema.newtypes.count
    fields.reserveCapacity(fieldCount)
    names.reserveCapacity(fieldCount + typeCount + schema.enums.reduce(0) { $0 + $1.cases.count })
    models.reserveCapacity(schema.models.count)
    structs.reserveCapacity(schema.structs.count)
    enums.reserveCapacity(schema.enums.count)
    newtypes.reserveCapacity(schema.newtypes.count)
  }

  /// The words of a name, cached because most names occur many times in a schema.
  private mutating func split(_ name: String) -> [String] {
    if let known = splitNames[name] { return known }
    let words = words(of: name)
    splitNames[name] = words
    return words
  }

  /// Adds the name of a declaration, a field or a case.
  private mutating func addName(
    _ declaration: NameUse.Declaration, _ text: String, _ origin: Origin, _ documentation: DocumentationSyntax?,
    of field: DeclaredField? = nil
  ) -> DeclaredName {
    let words = field?.words ?? split(text)
    let name = DeclaredName(
      declaration, text, origin.range, words: words, documentation: documentation, field: field)
    names.append(name)
    return name
  }

  private mutating func addEnum(_ index: Int, _ syntax: EnumSyntax) {
    let type = schema.enums[index]
    let name = addName(.enumeration(index), type.name, type.origin, syntax.documentation)
    enums.append(DeclaredEnum(index: index, type: type, syntax: syntax, name: name))
    // The schema lacks the cases that are invalid.
    let isWhole = type.cases.count == syntax.cases.count
    for (position, item) in type.cases.enumerated() {
      let documentation = isWhole ? syntax.cases[position].documentation : nil
      _ = addName(.enumCase(enumeration: index, index: position), item.name, item.origin, documentation)
    }
  }

  private mutating func addNewtype(_ index: Int, _ syntax: TypeSyntax) {
    let type = schema.newtypes[index]
    let name = addName(.newtype(index), type.name, type.origin, syntax.documentation)
    newtypes.append(DeclaredNewtype(index: index, type: type, syntax: syntax, name: name))
  }

  private mutating func addStruct(_ index: Int, _ draft: OwnerDraft) {
    let type = schema.structs[index]
    let name = addName(.structure(index), type.name, type.origin, draft.syntax.documentation)
    let fields = addFields(type.fields, draft, of: .structure(index))
    structs.append(DeclaredStruct(index: index, type: type, syntax: draft.syntax, name: name, fields: fields))
  }

  private mutating func addModel(_ index: Int, _ draft: OwnerDraft) {
    let model = schema.models[index]
    let name = addName(.model(index), model.name, model.origin, draft.syntax.documentation)
    let fields = addFields(model.fields, draft, of: .model(index))
    models.append(DeclaredModel(index: index, model: model, draft: draft, words: name.words, fields: fields))
  }

  private mutating func addFields(
    _ fields: [Field], _ draft: OwnerDraft, of owner: DeclaredField.Owner
  ) -> Range<Int> {
    let start = self.fields.count
    for (position, field) in fields.enumerated() where !field.isImplied {
      note(field.kind, of: self.fields.count)
      let declared = DeclaredField(
        owner: owner, position: position, field: field, syntax: draft.draft(position).syntax, words: split(field.name),
        scalar: scalar(of: field.kind))
      self.fields.append(declared)
      _ = addName(
        declared.declaration, field.name, field.origin, declared.syntax.documentation, of: declared)
    }
    return start..<self.fields.count
  }

  /// Records the declaration that a field uses.
  private mutating func note(_ kind: FieldKind, of field: Int) {
    switch kind {
    case .value(.enumeration(let index), _), .list(.enumeration(let index)): usesOfEnums[index].append(field)
    case .value(.newtype(let index), _), .list(.newtype(let index)): usesOfNewtypes[index].append(field)
    case .value, .list: break
    case .embedded(let index, _): usesOfStructs[index].append(field)
    case .toOne(let index, _, _), .inverse(let index, _, _), .ordered(let index): usesOfModels[index].append(field)
    }
  }

  private func scalar(of kind: FieldKind) -> Scalar? {
    switch kind {
    case .value(let type, _), .list(let type): schema.scalar(of: type)
    case .embedded, .toOne, .inverse, .ordered: nil
    }
  }
}

extension Declarations {
  /// The ranges in the source that refer to a declaration by name.
  public func references(to declaration: NameUse.Declaration) -> [SourceRange] { usesOfDeclarations[declaration] ?? [] }

  /// The fields of a model or a struct; empty if the owner's declaration is invalid.
  public func fields(of owner: DeclaredField.Owner) -> ArraySlice<DeclaredField> {
    switch owner {
    case .model(let index): index < models.count ? fields[models[index].fields] : []
    case .structure(let index): index < structs.count ? fields[structs[index].fields] : []
    }
  }

  /// The field at a position of a model; `nil` if its declaration is invalid.
  public func field(_ position: Int, of model: DeclaredModel) -> DeclaredField? {
    position < model.fields.count ? fields[model.fields.lowerBound + position] : nil
  }

  /// The index of a field in ``fields``.
  public func index(of field: DeclaredField) -> Int { fields(of: field.owner).startIndex + field.position }

  /// The name of a field's model or struct.
  public func name(of owner: DeclaredField.Owner) -> String {
    switch owner {
    case .model(let index): schema.models[index].name
    case .structure(let index): schema.structs[index].name
    }
  }

  /// The constraints on a field's values: its own, and those of its newtype for any that are missing.
  public func constraints(of field: DeclaredField) -> ValueConstraints {
    var result = field.field.constraints
    guard !field.isList, case .newtype(let index)? = field.valueType else { return result }
    let inherited = schema.newtypes[index].constraints
    result.minimumLength = result.minimumLength ?? inherited.minimumLength
    result.maximumLength = result.maximumLength ?? inherited.maximumLength
    result.pattern = result.pattern ?? inherited.pattern
    if result.minimum == nil { result.minimum = inherited.minimum }
    if result.maximum == nil {
      (result.maximum, result.excludesMaximum) = (inherited.maximum, inherited.excludesMaximum)
    }
    return result
  }
}
