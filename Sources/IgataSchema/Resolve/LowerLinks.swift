import IgataDiagnostics
import IgataSyntax
import IgataTables

/// Linked relations: those that have no columns of their own, as their foreign key consists of columns of fields.
extension Resolution {
  /// Finds the relations with `@references`, unless it names the primary key, and those whose `@columns` names a column
  /// of another field. Other relations with `@columns` have their own columns, with those names.
  ///
  /// If two relations name a column by `@columns`, it belongs to the one without `@references`, or else to the first.
  mutating func findLinks(of index: Int) {
    let positions = schema.models[index].fields.indices.filter { mayBeLinked($0, of: index) }
    if positions.isEmpty { return }
    var taken: Set<String> = []
    for (position, field) in schema.models[index].fields.enumerated() where !positions.contains(position) {
      var columns: [Column] = []
      _ = lower(field, position, of: index, into: &columns)
      taken.formUnion(columns.map { foldedName($0.name) })
    }
    let referring = positions.filter { models[index].draft($0).attribute(.references) != nil }
    for position in positions.filter({ !referring.contains($0) }) + referring {
      guard case .toOne(let target, _, _) = schema.models[index].fields[position].kind else { continue }
      let draft = models[index].draft(position)
      if let attribute = draft.attribute(.references), !isKey(attribute.fields, of: target) {
        link(position, of: index)
      } else if let attribute = draft.attribute(.columns), !attribute.isBroken {
        let names = attribute.texts.map(foldedName)
        let isInKey = keyFields[index]?.contains(position) ?? false
        if !isInKey, names.contains(where: taken.contains) {
          link(position, of: index)
        } else {
          taken.formUnion(names)
        }
      }
    }
  }

  /// Whether the relation's columns may be those of other fields: it has `@references` or `@columns`, and isn't a
  /// wrapper.
  private func mayBeLinked(_ position: Int, of index: Int) -> Bool {
    guard case .toOne(_, let kind, _) = schema.models[index].fields[position].kind, kind != .wrapper else {
      return false
    }
    let draft = models[index].draft(position)
    return draft.attribute(.references) != nil || draft.attribute(.columns) != nil
  }

  func isKey(_ names: [NameSyntax], of target: Int) -> Bool {
    let fields = names.map { name in
      models[target].fieldIndexes[name.text].flatMap { models[target].fields[$0].position }
    }
    return fields == keyFields[target]?.map { $0 }
  }

  private mutating func link(_ position: Int, of index: Int) {
    models[index].links.insert(position)
    schema.models[index].fields[position].flags.insert(.linked)
  }

  /// The columns of a field, or of its foreign key if it is a linked relation; `nil` if an error was reported about
  /// them.
  func columns(of position: Int, in index: Int) -> [Int]? {
    if !models[index].links.contains(position) { return models[index].columns[position].map { Array($0.indices) } }
    return schema.models[index].foreignKeys.first { $0.field == position }?.columns
  }

  /// Makes the foreign keys of the linked relations in a primary key, whose columns are those of the key.
  mutating func lowerKeyLinks(of index: Int) {
    guard keys[index] != nil, let fields = keyFields[index] else { return }
    var known = Set(fields.compactMap { models[index].columns[$0] }.flatMap(\.indices))
    for field in fields where models[index].links.contains(field) {
      guard let key = lowerLink(field, of: index) else {
        // The error isn't to be reported again with the other foreign keys.
        models[index].links.remove(field)
        models[index].columns[field] = nil
        keys[index] = nil
        continue
      }
      models[index].keyLinks[field] = key
      if let column = key.columns.first(where: { !known.insert($0).inserted }) {
        report(.repeatedKeyColumn(schema.models[index].fields[field], schema.models[index].columns[column]))
        keys[index] = nil
      }
    }
  }

  /// The foreign key of a linked relation. Adds a field for each of its columns that no field has.
  ///
  /// - Returns: `nil` after reporting an error.
  mutating func lowerLink(_ position: Int, of index: Int) -> ForeignKey? {
    let field = schema.models[index].fields[position]
    guard case .toOne(let target, let kind, let rule) = field.kind,
      let references = referencedColumns(of: position, in: index, target),
      let names = linkNames(of: position, in: index, target, references)
    else { return nil }
    var columns: [Int] = []
    for (name, reference) in zip(names, references) {
      let shared = schema.models[index].columns.firstIndex { foldedName($0.name) == foldedName(name) }
      guard let column = shared ?? addImplied(name, for: position, of: index, ReferencedColumn(target, reference))
      else { return nil }
      columns.append(column)
    }
    if let attribute = models[index].draft(position).attribute(.columns), Set(columns).count < columns.count {
      report(.repeatedColumns(attribute))
      return nil
    }
    for (column, reference) in zip(columns, references) {
      if !checkColumn(column, of: position, in: index, ReferencedColumn(target, reference), kind) { return nil }
    }
    return ForeignKey(
      field: position, columns: columns, target: target, references: references, isLinked: true,
      deleteRule: linkedRule(rule, position, of: index, columns))
  }

  private struct ReferencedColumn {
    let model: Int
    let column: Int

    init(_ model: Int, _ column: Int) { (self.model, self.column) = (model, column) }
  }

  /// The columns that a relation refers to: those of the fields in `@references`, or the primary key.
  private mutating func referencedColumns(of position: Int, in index: Int, _ target: Int) -> [Int]? {
    guard let attribute = models[index].draft(position).attribute(.references) else {
      let key = schema.models[target].primaryKey
      return key.isEmpty ? nil : key
    }
    let model = models[target]
    var columns: [Int] = []
    for name in attribute.fields {
      guard let number = model.fieldIndexes[name.text] else {
        let nearest = proposal(for: name.text, among: model.fields.lazy.map(\.name.text))
        report(.unknownField(name, in: model.title, nearest: nearest))
        return nil
      }
      recordUse(of: .field(model: target, name: name.text), as: .reference, by: name)
      guard let other = model.fields[number].position else { return nil }
      if let reason = objection(toReferenceTo: other, in: target, from: position, of: index) {
        let (relation, isOptional) = (schema.models[index].fields[position].name, reason == Self.optionalReference)
        let help = isOptional ? "make the relation optional, '\(relation): \(model.name.text)?'" : nil
        report(.unreferableField(name, reason: reason, help: help, field: model.fields[number].name.range))
        return nil
      }
      guard let span = model.columns[other] else { return nil }
      columns += span.indices
    }
    guard !attribute.isBroken else { return nil }
    if !model.isUnique(Set(attribute.fields.map(\.text))) {
      report(.sharedReference(attribute, in: model.name.text))
      return nil
    }
    return columns
  }

  private static let optionalReference = "is optional, and the relation is required"

  /// The reason why a foreign key can't refer to a field, as a clause; `nil` if it can.
  private func objection(toReferenceTo other: Int, in target: Int, from position: Int, of index: Int) -> String? {
    let relation = schema.models[index].fields[position]
    let isRequired = if case .toOne(_, .required, _) = relation.kind { true } else { false }
    if models[target].links.contains(other) { return "is a relation without columns of its own" }
    switch schema.models[target].fields[other].kind {
    case .value(_, isOptional: true) where isRequired: return Self.optionalReference
    case .value(let type, _): return scalar(of: type) == .json ? "is a 'JSON'" : nil
    case .toOne(_, .optional, _) where isRequired: return Self.optionalReference
    case .toOne(_, .wrapper, _): return "is a wrapper, which can be missing"
    case .toOne: return nil
    case .list: return "is a list"
    case .embedded: return "is a struct"
    case .inverse, .ordered: return "has no column"
    }
  }

  /// The names of the columns of a linked relation.
  private mutating func linkNames(
    of position: Int, in index: Int, _ target: Int, _ references: [Int]
  ) -> [String]? {
    let names = references.map { schema.models[target].columns[$0].name }
    let (field, draft) = (schema.models[index].fields[position], models[index].draft(position))
    guard let attribute = draft.attribute(.columns) else {
      if names.count == 1, draft.attribute(.column)?.text != nil { return [field.columnName] }
      return schema.names.foreignKey(field.columnName, to: names)
    }
    if attribute.isBroken { return nil }
    if attribute.texts.count == references.count { return attribute.texts }
    report(.referenceColumns(attribute, expected: names, found: attribute.texts.count))
    return nil
  }

  /// Adds the field for a column that no field has, and returns the index of the column.
  private mutating func addImplied(
    _ name: String, for position: Int, of index: Int, _ referenced: ReferencedColumn
  ) -> Int? {
    let relation = schema.models[index].fields[position]
    guard case .toOne(_, let kind, _) = relation.kind else { return nil }
    let target = schema.models[referenced.model]
    let other = target.columns[referenced.column]
    let type = other.type
    let path = schema.memberPath(of: referenced.column, in: referenced.model)
    var field = Field(
      name: relation.name + path.map { $0 == "id" ? "ID" : capitalized($0) }.joined(),
      origin: Origin(range: relation.origin.range, documentation: []), isConstant: relation.isConstant,
      kind: .value(type, isOptional: kind != .required), defaultValue: nil, columnName: name)
    let isSensitive = relation.isSensitive || schema.isSensitive(other, in: target)
    field.flags = isSensitive ? [.implied, .sensitive] : .implied
    if let form = schema.leafField(of: other, in: target)?.storedForm { field.storedForm = form }
    let column = schema.models[index].columns.count
    schema.models[index].columns.append(
      Column(
        name: name, field: schema.models[index].fields.count, role: .value(type), isNullable: kind != .required))
    schema.models[index].fields.append(field)
    models[index].columns.append(ColumnSpan(start: column, end: column + 1))
    models[index].draftIndexes.append(models[index].draftIndexes[position])
    return column
  }

  /// Reports a column that can't refer to another one.
  private mutating func checkColumn(
    _ column: Int, of position: Int, in index: Int, _ referenced: ReferencedColumn, _ kind: ToOneKind
  ) -> Bool {
    let (model, target) = (schema.models[index], schema.models[referenced.model])
    let (own, other) = (model.columns[column], target.columns[referenced.column])
    let (relation, field) = (model.fields[position], model.fields[own.field])
    let isList = if case .list = own.role { true } else { false }
    if isList || baseType(own.type) != baseType(other.type) {
      let type = isList ? "[\(typeName(own.type))]" : typeName(own.type)
      report(.referenceColumnType(own.name, of: field, type: type, in: relation, refersTo: typeName(other.type)))
      return false
    }
    if kind == .required, own.isNullable {
      report(.nullableReferenceColumn(own.name, of: field, in: relation))
      return false
    }
    return true
  }

  private func baseType(_ type: ValueType) -> ValueType { scalar(of: type).map { .scalar($0) } ?? type }

  /// The delete rule: an optional relation is set to null only if all of its columns can be.
  private mutating func linkedRule(
    _ rule: DeleteRule, _ position: Int, of index: Int, _ columns: [Int]
  ) -> DeleteRule {
    let model = schema.models[index]
    guard rule == .nullify, let fixed = columns.first(where: { !model.columns[$0].isNullable }) else { return rule }
    if models[index].draft(position).attribute(.onDelete) != nil {
      let column = model.columns[fixed]
      report(.nullifiedReferenceColumn(column.name, of: model.fields[column.field], in: model.fields[position]))
    }
    if case .toOne(let target, let kind, _) = model.fields[position].kind {
      schema.models[index].fields[position].kind = .toOne(target, kind, .restrict)
    }
    return .restrict
  }

  /// Reports the other sides of linked relations that have one model at most, although the relation isn't unique.
  mutating func checkLinkedInverses() {
    for index in models.indices {
      for field in models[index].fields {
        guard case .inverse(let target, let number, isSingle: true)? = field.shape else { continue }
        let back = models[target].fields[number]
        guard let position = back.position, models[target].links.contains(position),
          let columns = columns(of: position, in: target)
        else { continue }
        let model = schema.models[target]
        let keys = [model.primaryKey] + model.uniques.filter { $0.condition == nil }.map { $0.parts.map(\.column) }
        if keys.contains(where: { Set($0).isSubset(of: columns) }) { continue }
        report(.sharedInverse(field.syntax, back.syntax, of: models[index].name.text, in: models[target].name.text))
      }
    }
  }
}
