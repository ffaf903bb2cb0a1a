public import IgataDiagnostics
public import IgataSchema
public import IgataSyntax
import IgataTables

/// A resolved schema with references to its source, and with data that several rules need. Created once for all rules.
public struct SchemaIndex: Sendable {
  public let schema: Schema
  public let trees: [SyntaxTree]
  public internal(set) var fields: [LintField] = []
  public internal(set) var models: [LintModel] = []
  public internal(set) var structs: [LintStruct] = []
  public internal(set) var enums: [LintEnum] = []
  public internal(set) var newtypes: [LintNewtype] = []
  public internal(set) var names: [LintName] = []

  // The fields that use each of the schema's declarations: indexes into `fields`.

  /// The relations that refer to each model.
  public internal(set) var usesOfModels: [[Int]]
  public internal(set) var usesOfStructs: [[Int]]
  public internal(set) var usesOfEnums: [[Int]]
  public internal(set) var usesOfNewtypes: [[Int]]

  /// The ranges in the source that refer to each declaration by name.
  private let usesOfDeclarations: [NameUse.Declaration: [SourceRange]]
  /// The names that no other declaration can have: those of declarations, and the reserved ones.
  let takenTypeNames: Set<String>
  private var splitNames: [String: [String]] = [:]

  /// - Parameter trees: The trees that the schema was resolved from.
  public init(_ schema: Schema, trees: [SyntaxTree]) {
    self.schema = schema
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
    // The resolver processes the declarations in the same order, so one pass matches all of them.
    for tree in trees.inNameOrder() {
      for declaration in tree.declarations { add(declaration) }
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

  private mutating func add(_ declaration: DeclarationSyntax) {
    switch declaration {
    case .enum(let syntax): add(syntax)
    case .type(let syntax): add(syntax)
    case .struct(let syntax): add(syntax)
    case .model(let syntax): add(syntax)
    case .reserved: break
    }
  }

  private mutating func add(_ syntax: EnumSyntax) {
    let index = enums.count
    guard index < schema.enums.count, schema.enums[index].origin.range == syntax.name?.range else { return }
    let type = schema.enums[index]
    let words = split(type.name)
    enums.append(LintEnum(index: index, type: type, syntax: syntax, words: words))
    names.append(LintName(role: .enumeration(index), text: type.name, range: type.origin.range, words: words))
    for (position, item) in type.cases.enumerated() {
      let role = LintName.Role.enumCase(index, position)
      names.append(LintName(role: role, text: item.name, range: item.origin.range, words: split(item.name)))
    }
  }

  private mutating func add(_ syntax: TypeSyntax) {
    let index = newtypes.count
    guard index < schema.newtypes.count, schema.newtypes[index].origin.range == syntax.name?.range else { return }
    let type = schema.newtypes[index]
    let words = split(type.name)
    newtypes.append(LintNewtype(index: index, type: type, syntax: syntax, words: words))
    names.append(LintName(role: .newtype(index), text: type.name, range: type.origin.range, words: words))
  }

  private mutating func add(_ syntax: StructSyntax) {
    let index = structs.count
    guard index < schema.structs.count, schema.structs[index].origin.range == syntax.name?.range else { return }
    let type = schema.structs[index]
    let words = split(type.name)
    names.append(LintName(role: .structure(index), text: type.name, range: type.origin.range, words: words))
    let fields = add(type.fields, syntax.members, of: .structure(index))
    structs.append(LintStruct(index: index, type: type, syntax: syntax, words: words, fields: fields))
  }

  private mutating func add(_ syntax: ModelSyntax) {
    let index = models.count
    guard index < schema.models.count, schema.models[index].origin.range == syntax.name?.range else { return }
    let model = schema.models[index]
    let words = split(model.name)
    names.append(LintName(role: .model(index), text: model.name, range: model.origin.range, words: words))
    let fields = add(model.fields, syntax.members, of: .model(index))
    models.append(LintModel(index: index, model: model, syntax: syntax, words: words, fields: fields))
  }

  /// Matches fields with their syntax. The schema has the valid fields in the same order.
  private mutating func add(_ fields: [Field], _ members: [MemberSyntax], of owner: LintField.Owner) -> Range<Int> {
    let start = self.fields.count
    var position = 0
    for member in members {
      guard position < fields.count else { break }
      guard case .field(let syntax) = member, syntax.name.range == fields[position].origin.range else { continue }
      let field = fields[position]
      let words = split(field.name)
      let index = self.fields.count
      note(field.kind, of: index)
      names.append(LintName(role: .field(index), text: field.name, range: field.origin.range, words: words))
      self.fields.append(
        LintField(
          owner: owner, position: position, field: field, syntax: syntax, words: words, scalar: scalar(of: field.kind)))
      position += 1
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

extension SchemaIndex {
  /// The ranges in the source that refer to a declaration by name.
  public func references(to declaration: NameUse.Declaration) -> [SourceRange] { usesOfDeclarations[declaration] ?? [] }

  /// The fields of a model or a struct; empty if the owner's declaration is invalid.
  public func fields(of owner: LintField.Owner) -> ArraySlice<LintField> {
    switch owner {
    case .model(let index): index < models.count ? fields[models[index].fields] : []
    case .structure(let index): index < structs.count ? fields[structs[index].fields] : []
    }
  }

  /// The name of a field's model or struct.
  public func name(of owner: LintField.Owner) -> String {
    switch owner {
    case .model(let index): schema.models[index].name
    case .structure(let index): schema.structs[index].name
    }
  }

  /// The constraints on a field's values: its own, and those of its newtype for any that are missing.
  public func constraints(of field: LintField) -> ValueConstraints {
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
