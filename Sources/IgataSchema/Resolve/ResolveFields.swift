import IgataDiagnostics
import IgataSyntax
import IgataTables

extension Resolution {
  /// Resolves the kind and the attributes of every field.
  mutating func resolveFields() {
    for index in structs.indices {
      checkStructMembers(structs[index])
      structs[index].numberFields()
    }
    for index in models.indices { models[index].numberFields() }
    for index in structs.indices {
      let fields = resolveFields(of: structs[index])
      schema.structs[index].fields = fields
    }
    for index in models.indices {
      let fields = resolveFields(of: models[index])
      schema.models[index].fields = fields
    }
  }

  private mutating func resolveFields(of owner: OwnerDraft) -> [Field] {
    var fields: [Field] = []
    fields.reserveCapacity(owner.fields.count)
    for field in owner.fields where field.shape != nil { fields.append(resolve(field, of: owner)) }
    return fields
  }

  private mutating func resolve(_ draft: FieldDraft, of owner: OwnerDraft) -> Field {
    checkApplicability(of: draft)
    let attributes = draft.attributes
    let kind = fieldKind(of: draft, owner)
    var field = Field(
      name: draft.name.text, origin: Origin(draft.name, draft.syntax.documentation),
      isConstant: draft.syntax.isConstant, kind: kind, defaultValue: nil,
      columnName: attributes.text(of: .column) ?? schema.names.column(of: draft.name.text))
    if attributes.isEmpty { return field }
    switch kind {
    case .value(let type, _): field.constraints = resolveConstraints(attributes, .init(type, schema))
    case .list: field.constraints = resolveConstraints(attributes, .list)
    case .embedded, .toOne, .inverse, .ordered: break
    }
    for attribute in attributes { field.flags.formUnion(attribute.kind.flag) }
    if let shape = draft.shape {
      if !canBeUnique(shape) { field.flags.remove(.unique) }
      if !isIndexable(shape) { field.flags.remove(.indexed) }
    }
    field.storedForm = storedForm(attributes, of: kind, draft)
    field.renamedFrom = attributes.formerNames.first
    field.deprecation = attributes.text(of: .deprecated)
    field.allowedRules = attributes.allowedRules
    return field
  }

  /// The form that `@stored` gives to a value. Reports one that the type doesn't have.
  private mutating func storedForm(_ attributes: [Attribute], of kind: FieldKind, _ draft: FieldDraft) -> StoredForm? {
    guard let attribute = attributes.first(where: { $0.kind == .stored }),
      case .storedForm(let name, let argument) = attribute.argument
    else { return nil }
    let (type, isList): (ValueType?, Bool) =
      switch kind {
      case .value(let type, _): (type, false)
      case .list(let type): (type, true)
      default: (nil, false)
      }
    let scalar = if case .enumeration(let index)? = type { schema.enums[index].rawType } else { type.flatMap(scalar) }
    if let scalar {
      let type = isList ? ColumnType.list(ColumnType(scalar)) : ColumnType(scalar)
      if let form = StoredForm(name, argument, of: type) { return form }
    }
    if let syntax = draft.syntax.attributes.first(where: { $0.range == attribute.range }) {
      report(.wrongArguments(syntax, .stored))
    }
    return nil
  }

  private mutating func fieldKind(of draft: FieldDraft, _ owner: OwnerDraft) -> FieldKind {
    switch draft.shape {
    case .value(let type, let isOptional)?:
      return .value(withPrecision(type, draft), isOptional: isOptional)
    case .list(let type)?: return .list(withPrecision(type, draft))
    case .embedded(let index, let isOptional)?: return .embedded(index, isOptional: isOptional)
    case .relation(let target, let isOptional)?:
      let kind: ToOneKind = isOptional ? .optional : draft.isConstructed ? .wrapper : .required
      return .toOne(target, kind, deleteRule(of: draft, kind, owner))
    case .models(let target)?: return .ordered(target)
    case .inverse(let target, let field, let isSingle)?:
      return .inverse(target, of: models[target].fields[field].position ?? 0, isSingle: isSingle)
    case nil:
      // Only called for fields with a shape.
      return .value(.scalar(.json), isOptional: true)
    }
  }

  private mutating func withPrecision(_ type: ValueType, _ draft: FieldDraft) -> ValueType {
    guard case .scalar(.decimal) = type, case .scalar(let scalar) = type else { return type }
    let result = applyPrecision(draft.attributes, to: scalar, title: draft.name.text)
    return .scalar(result ?? scalar)
  }

  private mutating func deleteRule(of draft: FieldDraft, _ kind: ToOneKind, _ owner: OwnerDraft) -> DeleteRule {
    let isRead = owner.attributes.has(.readOnly)
    let standard: DeleteRule = isRead ? .unconstrained : kind == .required ? .restrict : .nullify
    guard let attribute = draft.attribute(.onDelete), case .deleteRule(let rule, let range) = attribute.argument else {
      return standard
    }
    if isRead, rule != .unconstrained {
      report(
        .inapplicableAttribute(
          attribute, argument: rule.rawValue, needs: "a table with a foreign key", found: "a '@readOnly' model"))
      return standard
    }
    if rule == .unconstrained, kind == .wrapper || !owner.attributes.has(.external) {
      let need = kind == .wrapper ? "a relation that isn't a wrapper" : "a model that is '@external'"
      let found = kind == .wrapper ? "one" : "a relation of one whose foreign keys igata makes"
      report(.inapplicableAttribute(attribute, argument: rule.rawValue, needs: need, found: found))
      return standard
    }
    guard rule == .nullify, kind == .required else { return rule }
    report(.nullifyRequired(draft.name.text, at: range, type: draft.syntax.type?.range))
    return standard
  }
}

extension OwnerDraft {
  /// Adds every valid field to the schema.
  fileprivate func numberFields() {
    draftIndexes.reserveCapacity(fields.count)
    for index in fields.indices where fields[index].shape != nil {
      fields[index].position = draftIndexes.count
      draftIndexes.append(index)
    }
  }
}
