import IgataSyntax
import IgataTables

extension SchemaWriter {
  /// `let name: Type = default`
  func declaration(of field: Field) -> [String?] {
    let type = schema.typeName(of: field)
    return [
      field.isConstant ? "let" : nil, "\(nameText(field.name)):", type,
      field.defaultValue.map { "= \(text(of: $0, field))" },
    ]
  }

  /// The attributes that a field has in a model and in a struct.
  func attributes(of field: Field) -> [String?] {
    let flags: [(FieldFlags, String)] = [
      (.unique, "@unique"), (.indexed, "@index"), (.sensitive, "@sensitive"), (.updatedAt, "@updatedAt"),
      (.version, "@version"),
    ]
    return flags.map { field.flags.contains($0) ? $1 : nil } + attributes(field.constraints)
      + [
        renamed([field.renamedFrom].compactMap(\.self)), backfill(field.backfill, as: schema.storedType(of: field)),
        deprecated(field.deprecation), allowed(field.allowedRules),
      ]
  }

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

  // MARK: Storage

  /// The attributes with the names in the database, and those of relations.
  func storageAttributes(of position: Int, in model: Model) -> [String?] {
    let columns = model.columns.filter { $0.field == position }.map(\.name)
    switch model.fields[position].kind {
    case .value, .list: return columns.map { "@column(\(stringLiteral($0)))" }
    case .embedded: return [columnsAttribute(columns)]
    case .toOne(_, let kind, let rule): return relationAttributes(of: position, in: model, columns, kind, rule)
    case .inverse(let target, of: let inverse, _):
      return ["@inverse(\(nameText(schema.models[target].fields[inverse].name)))"]
    case .ordered:
      guard let join = model.joinTables.first(where: { $0.field == position }) else { return [] }
      return [
        "@joinTable(\(list(([join.name] + join.ownerColumns + join.targetColumns).map(stringLiteral))))",
        join.positionColumn == nil ? "@unordered" : nil, onUpdate(join.updateRule),
      ]
    }
  }

  private func relationAttributes(
    of position: Int, in model: Model, _ columns: [String], _ kind: ToOneKind, _ rule: DeleteRule
  ) -> [String?] {
    let key = model.foreignKeys.first { $0.field == position }
    var names: [String?]
    if let key, key.isLinked {
      let target = schema.models[key.target]
      let parts = key.references.map { Constraint.Part(column: $0) }
      let fields = target.fieldNames(of: parts).map(\.text)
      names = ["@references(\(list(fields)))", columnsAttribute(key.columns.map { model.columns[$0].name })]
    } else if columns.count == 1 {
      // The column of a linked relation is that of a field with '@column', whichever of both comes first.
      names = ["@column(\(stringLiteral(columns[0])))"]
    } else {
      names = [columnsAttribute(columns)]
    }
    let standard: DeleteRule = kind == .required ? .restrict : .nullify
    if rule != standard { names.append("@onDelete(\(rule.rawValue))") }
    return names + [onUpdate(key?.updateRule)]
  }

  private func columnsAttribute(_ names: [String]) -> String? {
    names.isEmpty ? nil : "@columns(\(list(names.map(stringLiteral))))"
  }

  private func onUpdate(_ rule: UpdateRule?) -> String? { rule.map { "@onUpdate(\($0.rawValue))" } }

  func list(_ texts: [String]) -> String { texts.joined(separator: ", ") }
}
