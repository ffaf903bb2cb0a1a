public import IgataSchema
public import IgataSyntax
public import IgataTables

/// A resolved schema tied to the source it was read from, and what several rules would have to count for themselves.
/// Made once for all rules.
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

  /// The relations that lead to each model.
  public internal(set) var usesOfModels: [[Int]]
  public internal(set) var usesOfStructs: [[Int]]
  public internal(set) var usesOfEnums: [[Int]]
  public internal(set) var usesOfNewtypes: [[Int]]

  let typeNames: Set<String>
  private var splitNames: [String: [String]] = [:]

  /// - Parameter trees: The trees that the schema was resolved from.
  public init(_ schema: Schema, trees: [SyntaxTree]) {
    self.schema = schema
    self.trees = trees
    typeNames = Set(
      schema.models.map(\.name) + schema.structs.map(\.name) + schema.enums.map(\.name) + schema.newtypes.map(\.name))
    usesOfModels = Array(repeating: [], count: schema.models.count)
    usesOfStructs = Array(repeating: [], count: schema.structs.count)
    usesOfEnums = Array(repeating: [], count: schema.enums.count)
    usesOfNewtypes = Array(repeating: [], count: schema.newtypes.count)
    reserveCapacity()
    // The resolver takes the declarations in this order too, so that one walk meets each of them.
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

  /// The words of a name; most names of a schema stand in it many times.
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

  /// Ties fields to their syntax; the schema lacks those that are broken, and else has them in the same order.
  private mutating func add(_ fields: [Field], _ members: [MemberSyntax], of owner: LintField.Owner) -> Range<Int> {
    let start = self.fields.count
    var position = 0
    for member in members {
      guard position < fields.count else { break }
      guard case .field(let syntax) = member, syntax.name.range == fields[position].origin.range else { continue }
      let field = fields[position]
      let words = split(field.name)
      let place = self.fields.count
      note(field.kind, place)
      names.append(LintName(role: .field(place), text: field.name, range: field.origin.range, words: words))
      self.fields.append(
        LintField(
          owner: owner, position: position, field: field, syntax: syntax, words: words, scalar: scalar(of: field.kind)))
      position += 1
    }
    return start..<self.fields.count
  }

  /// Counts what a field uses.
  private mutating func note(_ kind: FieldKind, _ place: Int) {
    switch kind {
    case .value(.enumeration(let index), _), .list(.enumeration(let index)): usesOfEnums[index].append(place)
    case .value(.newtype(let index), _), .list(.newtype(let index)): usesOfNewtypes[index].append(place)
    case .value, .list: break
    case .embedded(let index, _): usesOfStructs[index].append(place)
    case .toOne(let index, _, _), .toMany(let index, _), .ordered(let index): usesOfModels[index].append(place)
    }
  }

  private func scalar(of kind: FieldKind) -> Scalar? {
    switch kind {
    case .value(let type, _), .list(let type): schema.scalar(of: type)
    case .embedded, .toOne, .toMany, .ordered: nil
    }
  }
}

extension SchemaIndex {
  /// The fields of a model or a struct; none where the owner's declaration is broken.
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

  /// The bounds of a field's values: its own, and those of its newtype where it has none of a kind.
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

extension Schema {
  /// The scalar that holds a value; nothing for an enum.
  public func scalar(of type: ValueType) -> Scalar? {
    switch type {
    case .scalar(let scalar): scalar
    case .newtype(let index): newtypes[index].base
    case .enumeration: nil
    }
  }
}
