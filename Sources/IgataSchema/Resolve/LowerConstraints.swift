import IgataDiagnostics
import IgataSyntax
import IgataTables

extension Resolution {
  /// Creates the unique constraints and indexes of every model, those of fields first.
  mutating func lowerConstraints() {
    for index in models.indices {
      lowerFieldConstraints(of: index)
      if models[index].constraints.isEmpty { continue }
      var seen = SeenConstraints(schema.models[index], models[index])
      for constraint in models[index].constraints
      where constraint.kind != .primaryKey && constraint.range != models[index].keyUnique {
        lower(constraint, of: index, &seen)
      }
    }
  }

  private mutating func lowerFieldConstraints(of index: Int) {
    for position in schema.models[index].fields.indices where schema.models[index].fields[position].mayBeConstrained {
      let field = schema.models[index].fields[position]
      guard let columns = columns(of: position, in: index) else { continue }
      if case .embedded = field.kind {
        for column in columns { lowerStructField(column, of: index, at: field.origin.range) }
        continue
      }
      let origin = field.origin.range
      let attribute = models[index].draft(position).attribute(.unique)
      if field.isUnique, attribute?.range != models[index].keyUnique {
        addUnique(columns.map { .init(column: $0) }, to: index, ConstraintOrigin(ofField: origin, attribute?.range))
      }
      if field.isIndexed {
        let attribute = models[index].draft(position).attribute(.index)
        addIndex(columns.map { .init(column: $0) }, to: index, ConstraintOrigin(ofField: origin, attribute?.range))
      }
    }
  }

  /// Adds the constraints and indexes of `@unique` and `@index` inside of a struct to the table that embeds it.
  private mutating func lowerStructField(_ column: Int, of index: Int, at origin: SourceRange) {
    let model = schema.models[index]
    guard let field = schema.leafField(of: model.columns[column], in: model) else { return }
    if field.isUnique { addUnique([.init(column: column)], to: index, ConstraintOrigin(ofField: origin)) }
    if field.isIndexed { addIndex([.init(column: column)], to: index, ConstraintOrigin(ofField: origin)) }
  }

  private mutating func addUnique(
    _ parts: [Constraint.Part], to index: Int, _ origin: ConstraintOrigin, _ options: ConstraintOptions = .init()
  ) {
    let name = options.name?.text ?? schema.models[index].constraintName(of: parts, ["key"])
    schema.models[index].uniques.append(Constraint(name: name, parts: parts, condition: options.condition))
    models[index].uniqueOrigins.append(origin)
  }

  private mutating func addIndex(
    _ parts: [Constraint.Part], to index: Int, _ origin: ConstraintOrigin, _ options: ConstraintOptions = .init()
  ) {
    let method = options.method?.text
    let name =
      options.name?.text ?? schema.models[index].constraintName(of: parts, [method, "idx"].compactMap(\.self))
    schema.models[index].indexes.append(
      Constraint(name: name, parts: parts, method: method, condition: options.condition))
    models[index].indexOrigins.append(origin)
  }

  private mutating func lower(_ syntax: ConstraintSyntax, of index: Int, _ seen: inout SeenConstraints) {
    let options = readOptions(of: syntax, in: index)
    if syntax.kind == .check { return lowerCheck(syntax, options, of: index, &seen) }
    guard let fields = readColumns(of: syntax, in: index) else { return }
    var parts: [Constraint.Part] = []
    var isWhole = true
    for (field, column) in zip(fields, syntax.columns) {
      guard checkIndexable(field, in: index, at: column.name, syntax.kind, options.method?.text),
        let columns = columns(of: field.position, in: index)
      else {
        isWhole = false
        continue
      }
      parts += columns.map {
        Constraint.Part(column: $0, function: field.function, isDescending: field.isDescending)
      }
    }
    guard isWhole, !options.isBroken, checkPartCount(parts.count, options.method) else { return }
    let key = SeenConstraints.Key(
      isUnique: syntax.kind == .unique, parts: parts, method: options.method?.text, condition: options.condition)
    if let first = seen.ranges[key] {
      report(.duplicateConstraint(syntax, first: first))
      return
    }
    seen.ranges[key] = syntax.range
    if syntax.kind == .unique {
      addUnique(parts, to: index, ConstraintOrigin(syntax, options), options)
    } else {
      addIndex(parts, to: index, ConstraintOrigin(syntax, options), options)
    }
  }

  private mutating func lowerCheck(
    _ syntax: ConstraintSyntax, _ options: ConstraintOptions, of index: Int, _ seen: inout SeenConstraints
  ) {
    guard case .checked(let condition)? = options.condition else {
      if options.isBroken { return }
      report(.wrongConstraint(at: syntax.keyword, "'check' has no condition", help: "write 'check(a > b)'"))
      return
    }
    if let first = seen.checks[condition.rows] {
      report(.duplicateConstraint(syntax, first: first))
      return
    }
    seen.checks[condition.rows] = syntax.range
    let model = schema.models[index]
    let name = options.name?.text ?? model.constraintName(of: condition.rows.columns, "check")
    schema.models[index].checks.append(RowCheck(name: name, condition: condition, range: syntax.range))
    models[index].checkOrigins.append(ConstraintOrigin(syntax, options))
  }

  private mutating func checkIndexable(
    _ field: ConstraintField, in index: Int, at name: NameSyntax, _ kind: ConstraintSyntax.Kind, _ method: String?
  ) -> Bool {
    guard let shape = models[index].draft(field.position).shape else { return true }
    if let function = field.function, !isString(shape) {
      report(.functionType(function, name, found: describe(shape)))
      return false
    }
    let isPossible = kind == .unique ? canBeUnique(shape) : isIndexable(shape)
    if isPossible || method != nil && isStoredValue(shape) { return true }
    report(.unindexableField(name, kind, found: describe(shape)))
    return false
  }

  /// Whether it is a list of values or a `JSON`, which have no order, but which other methods than a B-tree can index.
  private func isStoredValue(_ shape: FieldShape) -> Bool {
    switch shape {
    case .value, .list: true
    case .embedded, .relation, .models, .inverse: false
    }
  }

  private func isString(_ shape: FieldShape) -> Bool {
    if case .value(let type, _) = shape { scalar(of: type) == .string } else { false }
  }

  /// Whether an index with the method can have so many columns.
  private mutating func checkPartCount(_ count: Int, _ method: (text: String, range: SourceRange)?) -> Bool {
    guard let method, count > 1, IndexMethod(rawValue: method.text)?.hasSeveralColumns == false else { return true }
    report(
      .wrongConstraint(
        at: method.range, "an index by '\(method.text)' has one column, and this one has \(count)",
        help: "remove 'using', or write an index for each field"))
    return false
  }
}

/// The constraints of one model so far, to find duplicates.
private struct SeenConstraints {
  struct Key: Hashable {
    var isUnique: Bool
    var parts: [Constraint.Part]
    var method: String?
    var condition: ConstraintCondition?
  }

  var ranges: [Key: SourceRange] = [:]
  var checks: [RowCondition: SourceRange] = [:]

  init(_ model: Model, _ draft: OwnerDraft) {
    for (constraint, origin) in zip(model.uniques, draft.uniqueOrigins) {
      ranges[Key(isUnique: true, parts: constraint.parts, condition: nil)] = origin.range
    }
    for (constraint, origin) in zip(model.indexes, draft.indexOrigins) {
      ranges[Key(isUnique: false, parts: constraint.parts, condition: nil)] = origin.range
    }
  }
}

extension Model {
  /// The constraints by which a wrapper's row belongs to one owner alone. A table whose rows are on several servers can
  /// only have them if the servers are determined by the same columns.
  var wrapperUniques: [Constraint] {
    foreignKeys.compactMap { key in
      guard case .toOne(_, .wrapper, _) = fields[key.field].kind, distributionField == nil else { return nil }
      let isUnique = ([primaryKey] + uniques.filter(\.isPlain).map { $0.parts.map(\.column) })
        .contains { Set($0) == Set(key.columns) }
      if isUnique { return nil }
      return Constraint(
        name: constraintName(of: key.columns, "key"), parts: key.columns.map { .init(column: $0) }, condition: nil)
    }
  }

  /// `<table>_<columns>_<words>`. A function follows its column, so that its name differs from that of the column's own
  /// index.
  func constraintName(of parts: [Constraint.Part], _ words: [String]) -> String {
    var names = [table]
    for part in parts {
      names.append(columns[part.column].name)
      if let function = part.function { names.append(function.rawValue) }
    }
    return (names + words).joined(separator: "_")
  }

  func constraintName(of columns: [Int], _ suffix: String) -> String {
    var name = table
    for column in columns {
      name += "_"
      name += self.columns[column].name
    }
    return name + "_" + suffix
  }
}

extension Schema {
  /// The field that a column stores: a field of the model, or of one of its structs.
  public func leafField(of column: Column, in model: Model) -> Field? {
    guard model.fields.indices.contains(column.field) else { return nil }
    var field = model.fields[column.field]
    for step in column.path {
      guard case .embedded(let structure, _) = field.kind, structs[structure].fields.indices.contains(step)
      else { return nil }
      field = structs[structure].fields[step]
    }
    return field
  }

  /// Whether a column's values are left out of descriptions, because its field is `@sensitive` or it refers to a key
  /// that is.
  public func isSensitive(_ column: Column, in model: Model) -> Bool {
    if model.fields[column.field].isSensitive { return true }
    // Without a path, the leaf is that field.
    if !column.path.isEmpty, leafField(of: column, in: model)?.isSensitive == true { return true }
    guard case .reference(let target, let referenced, _) = column.role else { return false }
    return isSensitive(models[target].columns[referenced], in: models[target])
  }
}

extension Field {
  /// Whether the field, or a field inside of it, can have its own constraint or index.
  fileprivate var mayBeConstrained: Bool {
    if case .embedded = kind { return true }
    return isUnique || isIndexed
  }
}
