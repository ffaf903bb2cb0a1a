import IgataSyntax
import IgataTables

extension SchemaWriter {
  /// `let name: Type = default`
  mutating func addDeclaration(of field: Field) {
    if field.isConstant { add("let") }
    add(nameText(field.name) + ":")
    add(schema.typeName(of: field))
    if let value = field.defaultValue {
      add("=")
      add(text(of: value, field))
    }
  }

  /// The attributes that a field has in a model and in a struct.
  mutating func addAttributes(of field: Field) {
    for (flag, attribute) in Self.flags where field.flags.contains(flag) { add(attribute) }
    if field.isConstrained {
      for attribute in attributes(field.constraints) { add(attribute) }
    }
    add(field.storedForm.map(stored))
    add(renamed(field.renamedFrom.map { [$0] } ?? []))
    if let filled = field.backfill { add(backfill(filled, as: schema.storedType(of: field))) }
    add(deprecated(field.deprecation))
    add(allowed(field.allowedRules))
  }

  private static let flags: [(FieldFlags, String)] = [
    (.unique, "@unique"), (.indexed, "@index"), (.sensitive, "@sensitive"), (.updatedAt, "@updatedAt"),
    (.version, "@version"),
  ]

  func attributes(_ constraints: ValueConstraints) -> [String?] {
    let length = bounds(
      constraints.minimumLength.map { String($0) }, constraints.maximumLength.map { String($0) }, isHalfOpen: false)
    let range = bounds(constraints.minimum, constraints.maximum, isHalfOpen: constraints.excludesMaximum)
    return [
      length.map { "@length(\($0))" }, range.map { "@range(\($0))" },
      constraints.pattern.map { "@pattern(\(stringLiteral($0)))" },
    ]
  }

  private func bounds(_ low: String?, _ high: String?, isHalfOpen: Bool) -> String? {
    if low == nil, high == nil { return nil }
    return (low ?? "") + (isHalfOpen ? "..<" : "...") + (high ?? "")
  }

  /// `@stored(as: text(3))`
  private func stored(_ form: StoredForm) -> String {
    let argument =
      if case .native(let type) = form { "(\(stringLiteral(type)))" } else { form.argument.map { "(\($0))" } ?? "" }
    return "@stored(as: \(form.name)\(argument))"
  }

  // MARK: Storage

  /// The attributes with the names in the database, and those of relations.
  mutating func addStorageAttributes(of position: Int, in model: Model) {
    let columns = model.columns.indices.filter { model.columns[$0].field == position }.map { model.columns[$0].name }
    switch model.fields[position].kind {
    case .value, .list: for name in columns { add("@column", [name]) }
    case .embedded: addColumns(columns)
    case .toOne(_, let kind, let rule): addRelationAttributes(of: position, in: model, columns, kind, rule)
    case .inverse(let target, of: let inverse, _):
      add("@inverse(\(nameText(schema.models[target].fields[inverse].name)))")
    case .ordered:
      guard let join = model.joinTable(ofField: position) else { return }
      add("@joinTable", [join.name] + join.ownerColumns + join.targetColumns)
      if join.positionColumn == nil { add("@unordered") }
      add(onUpdate(join.updateRule))
    }
  }

  private mutating func addRelationAttributes(
    of position: Int, in model: Model, _ columns: [String], _ kind: ToOneKind, _ rule: DeleteRule
  ) {
    let key = model.foreignKeys.first { $0.field == position }
    if let key, key.isLinked {
      let target = schema.models[key.target]
      let parts = key.references.map { Constraint.Part(column: $0) }
      add("@references(\(list(target.fieldNames(of: parts).map(\.text))))")
      addColumns(key.columns.map { model.columns[$0].name })
    } else if columns.count == 1 {
      // The column of a linked relation is that of a field with '@column', whichever of both comes first.
      add("@column", columns)
    } else {
      addColumns(columns)
    }
    let standard: DeleteRule = kind == .required ? .restrict : .nullify
    if rule != standard { add("@onDelete(\(rule.rawValue))") }
    add(onUpdate(key?.updateRule))
  }

  private mutating func addColumns(_ names: [String]) {
    if !names.isEmpty { add("@columns", names) }
  }

  private func onUpdate(_ rule: UpdateRule?) -> String? { rule.map { "@onUpdate(\($0.rawValue))" } }

  func list(_ texts: [String]) -> String { texts.joined(separator: ", ") }
}
