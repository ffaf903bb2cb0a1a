import IgataDiagnostics
import IgataSyntax

extension Resolution {
  /// Says of every field what kind it is, and what its attributes make of it.
  mutating func resolveFields() {
    for index in structs.indices {
      checkStructMembers(structs[index])
      numberFields(of: &structs[index])
    }
    for index in models.indices { numberFields(of: &models[index]) }
    for index in structs.indices {
      for field in structs[index].fields where field.shape != nil {
        schema.structs[index].fields.append(resolve(field, in: structs[index]))
      }
    }
    for index in models.indices {
      for field in models[index].fields where field.shape != nil {
        schema.models[index].fields.append(resolve(field, in: models[index]))
      }
    }
  }

  private func numberFields(of owner: inout OwnerDraft) {
    var position = 0
    for index in owner.fields.indices where owner.fields[index].shape != nil {
      owner.fields[index].position = position
      owner.draftIndexes.append(index)
      position += 1
    }
  }

  private mutating func resolve(_ draft: FieldDraft, in owner: OwnerDraft) -> Field {
    checkApplicability(of: draft)
    let attributes = draft.attributes
    let kind = fieldKind(of: draft, in: owner)
    var field = Field(
      name: draft.name.text, origin: Origin(draft.name, draft.syntax.documentation),
      isConstant: draft.syntax.isConstant, kind: kind, defaultValue: nil,
      columnName: attributes.text(of: .column) ?? snakeCase(draft.name.text))
    switch kind {
    case .value(let type, _): field.constraints = resolveConstraints(attributes, .init(type, schema))
    case .list: field.constraints = resolveConstraints(attributes, .list)
    case .embedded, .toOne, .toMany, .ordered: break
    }
    let isIndexable = draft.shape.map(isIndexable) ?? false
    field.isUnique = isIndexable && attributes.has(.unique)
    field.isIndexed = isIndexable && attributes.has(.index)
    field.isSensitive = attributes.has(.sensitive)
    field.isUpdatedAt = attributes.has(.updatedAt)
    field.isVersion = attributes.has(.version)
    field.renamedFrom = attributes.text(of: .renamed)
    field.deprecation = attributes.text(of: .deprecated)
    field.allowedRules = attributes.allowedRules
    return field
  }

  private mutating func fieldKind(of draft: FieldDraft, in owner: OwnerDraft) -> FieldKind {
    switch draft.shape {
    case .value(let type, let isOptional)?:
      return .value(withPrecision(type, draft), isOptional: isOptional)
    case .list(let type)?: return .list(withPrecision(type, draft))
    case .embedded(let index, let isOptional)?: return .embedded(index, isOptional: isOptional)
    case .relation(let target, let isOptional)?:
      let kind: ToOneKind = isOptional ? .optional : isWrapper(draft, of: target) ? .wrapper : .required
      return .toOne(target, kind, deleteRule(of: draft, kind))
    case .models(let target)?:
      guard case .name(let name)? = draft.attribute(.inverse)?.argument,
        let inverse = models[target].fieldIndexes[name.text].flatMap({ models[target].fields[$0].position })
      else { return .ordered(target) }
      return .toMany(target, inverse: inverse)
    case nil:
      // Only fields with a shape come here.
      return .value(.scalar(.json), isOptional: true)
    }
  }

  private mutating func withPrecision(_ type: ValueType, _ draft: FieldDraft) -> ValueType {
    guard case .scalar(.decimal) = type, case .scalar(let scalar) = type else { return type }
    let result = applyPrecision(draft.attributes, to: scalar, title: draft.name.text)
    return .scalar(result ?? scalar)
  }

  /// `settings: Settings = Settings()`; any call will do here, as what it may name is the default's matter.
  private func isWrapper(_ draft: FieldDraft, of target: Int) -> Bool {
    if case .call? = draft.syntax.defaultValue { true } else { false }
  }

  private mutating func deleteRule(of draft: FieldDraft, _ kind: ToOneKind) -> DeleteRule {
    let standard: DeleteRule = kind == .required ? .restrict : .nullify
    guard case .deleteRule(let rule, let range)? = draft.attribute(.onDelete)?.argument else { return standard }
    guard rule == .nullify, kind == .required else { return rule }
    report(.nullifyRequired(draft.name.text, at: range, type: draft.syntax.type?.range))
    return standard
  }
}
