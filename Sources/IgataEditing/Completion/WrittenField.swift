import IgataSchema
import IgataSyntax
import IgataTables

/// The field at a location as far as it is written: its name, its type and its attributes.
struct WrittenField {
  /// What the name of a type refers to.
  enum TypeName: Hashable {
    case scalar(Scalar)
    case declared(NameUse.Declaration)
  }

  var name: String
  /// `nil` if the type isn't known.
  var type: TypeName?
  var isConstant = false
  var isOptional = false
  var isList = false
  /// Whether an `=` stands before the location.
  var hasDefault = false
  /// Whether the default is a call, which makes a relation a wrapper.
  var isConstructed = false
  /// The names of the attributes before the location.
  var attributes: Set<String> = []
}

extension CursorContext {
  /// The field that the location is in; `nil` if it isn't in one.
  func field(in snapshot: Snapshot) -> WrittenField? {
    var rest = member
    var isConstant = false
    if let first = rest.first, first.kind == .identifier, text(first) == "let",
      rest.dropFirst().first?.kind.isName == true
    {
      isConstant = true
      rest = rest.dropFirst()
    }
    guard let name = rest.first, name.kind.isName, rest.dropFirst().first?.kind == .colon else { return nil }
    var field = WrittenField(name: text(name), isConstant: isConstant)
    for (index, token) in zip(rest.indices, rest).dropFirst(2) {
      switch token.kind {
      case .equal: field.hasDefault = true
      case .leftBracket where field.type == nil && !field.hasDefault: field.isList = true
      case .question where !field.hasDefault: field.isOptional = true
      case .leftParenthesis where field.hasDefault && tokens[index - 2].kind == .equal: field.isConstructed = true
      case .identifier, .quotedIdentifier:
        if tokens[index - 1].kind == .at {
          field.attributes.insert(text(token))
        } else if !field.hasDefault, field.type == nil, [.colon, .leftBracket].contains(tokens[index - 1].kind) {
          field.type = snapshot.type(named: text(token))
        }
      default: break
      }
    }
    return field
  }

  /// The newtype that the location is in the declaration of, as a field of its base.
  func newtype(in snapshot: Snapshot) -> WrittenField? {
    guard let first = member.first, !isInBody, text(first) == "type" else { return nil }
    var field = WrittenField(name: "")
    for (index, token) in zip(member.indices, member).dropFirst() where token.kind.isName {
      if tokens[index - 1].kind == .at { field.attributes.insert(text(token)) }
      if tokens[index - 1].kind == .equal { field.type = snapshot.type(named: text(token)) }
    }
    return field
  }

  /// The names of the attributes of the member or the declaration before the location.
  var attributes: Set<String> {
    var found: Set<String> = []
    for (index, token) in zip(member.indices, member) where index > 0 && tokens[index - 1].kind == .at {
      found.insert(text(token))
    }
    return found
  }
}

extension Snapshot {
  /// The declaration or the scalar with a name.
  func type(named name: String) -> WrittenField.TypeName? {
    declaration(named: name).map { .declared($0) } ?? Scalar(named: name).map { .scalar($0) }
  }

  /// The type that is declared with a name.
  func declaration(named name: String) -> NameUse.Declaration? {
    if let index = schema.models.firstIndex(where: { $0.name == name }) { return .model(index) }
    if let index = schema.structs.firstIndex(where: { $0.name == name }) { return .structure(index) }
    if let index = schema.enums.firstIndex(where: { $0.name == name }) { return .enumeration(index) }
    if let index = schema.newtypes.firstIndex(where: { $0.name == name }) { return .newtype(index) }
    return nil
  }
}

extension WrittenField {
  /// The scalar of the value or of the elements, through newtypes.
  func scalar(in schema: Schema) -> Scalar? {
    switch type {
    case .scalar(let scalar): scalar
    case .declared(.newtype(let index)): schema.newtypes[index].base
    case .declared, nil: nil
    }
  }

  var model: Int? { if case .declared(.model(let index)) = type { index } else { nil } }

  var isStruct: Bool { if case .declared(.structure) = type { true } else { false } }

  /// Whether an attribute applies to a field of this type. `true` if the type isn't known.
  func suits(_ kind: AttributeKind, in schema: Schema) -> Bool {
    guard type != nil else { return true }
    let isToOne = model != nil && !isList
    switch kind.requirement {
    case .unique where isList && model == nil && !isStruct:
      return scalar(in: schema)?.hasOneText ?? true
    case .unique, .indexable: return !isList && !isStruct && scalar(in: schema) != .json
    case .column: return model == nil || isToOne
    case .columns: return isToOne || isStruct
    case .relation, .reference: return isToOne
    case .storedRelation: return model != nil
    case .inverse: return model != nil && (isList || isOptional)
    case .ownedModelList: return model != nil && isList && !attributes.contains("inverse")
    case .number: return scalar(in: schema)?.isNumber == true
    case .string where kind == .length: return isList && model == nil || scalar(in: schema)?.hasLength == true
    case .string: return scalar(in: schema) == .string
    case .decimal: if case .decimal? = scalar(in: schema) { return true } else { return false }
    case .changingDate: return !isConstant && !isList && scalar(in: schema) == .date
    case .changingInteger: return !isConstant && !isOptional && !isList && scalar(in: schema)?.number == .whole
    case .external:
      let scalar = scalar(in: schema)
      return !isList && ([.date, .day, .uuid, .string].contains(scalar) || scalar?.number == .fixed)
    case .onlyRead: return model == nil && isOptional && !isList && !isStruct
    case nil: return kind != .primaryKey || (!isOptional && !isList && !isStruct)
    }
  }
}
