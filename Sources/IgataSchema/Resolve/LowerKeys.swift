import IgataDiagnostics
import IgataSyntax

extension Resolution {
  /// Finds the key of every model, and its columns after resolving all relations in it.
  mutating func lowerKeys() {
    for index in models.indices { keyFields.append(findKey(of: index)) }
    keys = Array(repeating: nil, count: models.count)
    var depths = Array(repeating: 0, count: models.count)
    for index in Graph(keyEdges()).order {
      guard let fields = keyFields[index] else { continue }
      var columns: [KeyColumn] = []
      var isWhole = true
      for field in fields {
        guard let part = keyColumns(of: field, in: index) else {
          isWhole = false
          continue
        }
        columns += part
        if case .toOne(let target, _, _) = schema.models[index].fields[field].kind, linkedKey(field, of: index) == nil {
          depths[index] = max(depths[index], depths[target] + 1)
        }
      }
      guard isWhole else { continue }
      if columns.count > keyColumnLimit || depths[index] > keyDepthLimit {
        report(.oversizedKey(models[index].title, at: models[index].name.range))
      } else {
        keys[index] = columns
      }
    }
    for model in schema.models { checkWrappers(of: model) }
  }

  private mutating func checkWrappers(of model: Model) {
    for field in model.fields {
      guard case .toOne(let target, .wrapper, _) = field.kind, let key = keyFields[target],
        let made = key.map({ schema.models[target].fields[$0] }).first(where: {
          $0.defaultValue == .cuid || $0.defaultValue == .ulid
        })
      else { continue }
      report(.wrapperKey(field, made, of: schema.models[target].name))
    }
  }

  private func keyEdges() -> [[Graph.Edge]] {
    keyFields.enumerated().map { index, fields in
      (fields ?? []).compactMap { field in
        guard case .toOne(let target, _, _) = schema.models[index].fields[field].kind,
          linkedKey(field, of: index) == nil
        else { return nil }
        return Graph.Edge(target: target, field: field)
      }
    }
  }

  private func keyColumns(of position: Int, in model: Int) -> [KeyColumn]? {
    let field = schema.models[model].fields[position]
    switch field.kind {
    case .value(let type, _): return [KeyColumn(name: field.columnName, type: type)]
    case .toOne(let target, _, _):
      guard let key = linkedKey(position, of: model) ?? keys[target] else { return nil }
      let names = referenceNames(of: position, in: model, to: key)
      return zip(names, key).map { KeyColumn(name: $0, type: $1.type) }
    case .list, .embedded, .inverse, .ordered: return nil
    }
  }

  /// The columns that a relation with `@references` in a key refers to, which aren't the key of its target; `nil` for
  /// any other field. Fields that don't exist, or can't be referred to, are reported when its foreign key is made.
  private func linkedKey(_ position: Int, of index: Int) -> [KeyColumn]? {
    guard let names = models[index].draft(position).attribute(.references)?.fields,
      case .toOne(let target, _, _) = schema.models[index].fields[position].kind, !isKey(names, of: target)
    else { return nil }
    return referencedFields(names, of: target).compactMap { field in
      guard case .value(let type, _) = field.kind else { return nil }
      return KeyColumn(name: field.columnName, type: type)
    }
  }

  private func referencedFields(_ names: [NameSyntax], of target: Int) -> [Field] {
    names.compactMap { name in
      models[target].fieldIndexes[name.text].flatMap { models[target].fields[$0].position }
        .map { schema.models[target].fields[$0] }
    }
  }

  /// The names of a foreign key's columns: those given with `@columns` or `@column`, or `owner_id` by default.
  func referenceNames(of position: Int, in model: Int, to key: [KeyColumn]) -> [String] {
    let field = schema.models[model].fields[position]
    let draft = models[model].draft(position)
    if let names = draft.attribute(.columns)?.texts, names.count == key.count { return names }
    if key.count == 1, draft.attribute(.column)?.text != nil { return [field.columnName] }
    return schema.names.foreignKey(field.columnName, to: key.map(\.name))
  }

  /// The key of a model, or `nil` if it is invalid or depends on something invalid.
  private mutating func findKey(of index: Int) -> [Int]? {
    let model = models[index]
    var declarations: [KeyDeclaration] = []
    for field in model.fields {
      guard let attribute = field.attribute(.primaryKey) else { continue }
      declarations.append(KeyDeclaration(range: attribute.range, source: .field(field)))
    }
    for constraint in model.constraints where constraint.kind == .primaryKey {
      declarations.append(KeyDeclaration(range: constraint.range, source: .member(constraint)))
    }
    declarations.sort { $0.range.start < $1.range.start }
    if declarations.isEmpty {
      let uniques = uniqueKeys(of: index)
      guard uniques.count == 1 else {
        reportMissingKey(of: model, candidates: uniques)
        return nil
      }
      models[index].keyUnique = uniques[0].range
      declarations = uniques
    }
    let first = declarations[0]
    for later in declarations.dropFirst() {
      report(.secondPrimaryKey(model.title, at: later.range, first: first.range, isSame: later.names == first.names))
    }
    switch first.source {
    case .field(let field):
      guard let position = field.position else { return nil }
      return checkKeyField(position, in: index, at: first.range) ? [position] : nil
    case .member(let constraint):
      return readKey(constraint, of: index)
    }
  }

  private mutating func reportMissingKey(of model: OwnerDraft, candidates: [KeyDeclaration]) {
    if model.fields.isEmpty { return }
    if !candidates.isEmpty {
      return reportMissing(
        .ambiguousKey(model.title, at: model.name.range, candidates.map(\.text)), from: model.syntax.range)
    }
    let candidate = model.fieldIndexes["id"].map { model.fields[$0] }
    let isFit = candidate.map { if case .value(_, isOptional: false)? = $0.shape { true } else { false } } ?? false
    reportMissing(
      .missingPrimaryKey(
        model.title, at: model.name.range, candidate: isFit ? candidate?.syntax : nil,
        first: candidate == nil ? model.fields.first?.syntax : nil),
      from: model.syntax.range)
  }

  /// The unique constraints that can be the key of a model that declares none: those over fields that a key can have.
  private func uniqueKeys(of index: Int) -> [KeyDeclaration] {
    let model = models[index]
    func canBeInKey(_ name: NameSyntax) -> Bool {
      guard let position = model.fieldIndexes[name.text].flatMap({ model.fields[$0].position }) else { return false }
      // Its columns are a key only if that is declared, as they are those of another model.
      let isLinked = model.draft(position).attribute(.references) != nil
      return !isLinked && objection(toKeyField: position, of: index) == nil
    }
    let fields = model.fields.compactMap { field -> KeyDeclaration? in
      guard let attribute = field.attribute(.unique), canBeInKey(field.name) else { return nil }
      return KeyDeclaration(range: attribute.range, source: .field(field))
    }
    let members = model.constraints.filter { constraint in
      constraint.kind == .unique && !constraint.isPartial && !constraint.columns.isEmpty
        && constraint.columns.allSatisfy { !$0.isDescending && $0.function == nil && canBeInKey($0.name) }
    }
    return fields + members.map { KeyDeclaration(range: $0.range, source: .member($0)) }
  }

  private mutating func readKey(_ constraint: ConstraintSyntax, of index: Int) -> [Int]? {
    let options = readOptions(of: constraint, in: index)
    schema.models[index].primaryKeyName = options.name?.text
    models[index].primaryKeyNameOrigin = options.name?.range
    guard let parts = readColumns(of: constraint, in: index) else { return nil }
    var isWhole = true
    for (part, column) in zip(parts, constraint.columns) {
      if part.isDescending {
        report(.wrongConstraint(at: column.name.range, "a primary key has no order", help: "remove 'desc'"))
      }
      if !checkKeyField(part.position, in: index, at: column.name.range) { isWhole = false }
    }
    return isWhole ? parts.map(\.position) : nil
  }

  private mutating func checkKeyField(_ position: Int, in index: Int, at range: SourceRange) -> Bool {
    let field = schema.models[index].fields[position]
    guard let reason = objection(toKeyField: position, of: index) else { return true }
    let help =
      models[index].draft(position).attribute(.references) == nil
      ? nil : "declare a field for each of its columns, name those in '@columns', and use the fields in the key"
    report(.unsuitableKey(field.name, at: range, reason: reason, help: help, field: field.origin.range))
    return false
  }

  /// The reason why a key can't contain the field, as a clause; `nil` if it can.
  private func objection(toKeyField position: Int, of index: Int) -> String? {
    switch schema.models[index].fields[position].kind {
    case .value(_, isOptional: true): "is optional"
    case .value(let type, isOptional: false):
      switch scalar(of: type) {
      case .json?: "is a 'JSON', which has no order"
      case .float?, .double?: "is a binary floating-point number, which may not be equal to itself"
      default: nil
      }
    case .list: "is a list"
    case .embedded: "is a struct"
    case .toOne(let target, .required, _): objection(toKeyReferringTo: target, position, of: index)
    case .toOne(_, .optional, _): "is an optional relation"
    case .toOne(_, .wrapper, _): "is a wrapper, which can be missing"
    case .inverse(_, _, isSingle: true): "is stored in the other model"
    case .inverse, .ordered: "is a list of models"
    }
  }

  private func objection(toKeyReferringTo target: Int, _ position: Int, of index: Int) -> String? {
    guard let names = models[index].draft(position).attribute(.references)?.fields else { return nil }
    let isOfRelations = referencedFields(names, of: target)
      .contains { if case .toOne = $0.kind { true } else { false } }
    return isOfRelations ? "is a relation with '@references' to another relation" : nil
  }
}

extension ConstraintSyntax {
  /// Whether it applies to some rows only.
  var isPartial: Bool { options.contains { $0.has(.where) } }
}

private struct KeyDeclaration {
  enum Source {
    case field(FieldDraft)
    case member(ConstraintSyntax)
  }

  var range: SourceRange
  var source: Source

  /// A unique constraint as it is in the source.
  var text: String {
    switch source {
    case .field(let field): "@unique on '\(field.name.text)'"
    case .member(let constraint): "unique(\(constraint.columns.map(\.name.text).joined(separator: ", ")))"
    }
  }

  /// The fields of the key.
  var names: [String] {
    switch source {
    case .field(let field): [field.name.text]
    case .member(let constraint): constraint.columns.map(\.name.text)
    }
  }
}
