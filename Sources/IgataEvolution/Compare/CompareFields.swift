import IgataDiagnostics
import IgataSchema
import IgataTables

extension Comparison {
  // MARK: Added and removed fields

  mutating func addField(_ index: Int, to pair: ModelMatch) {
    let model = new.models[pair.new]
    let field = model.fields[index]
    let path = "\(model.name).\(field.name)"
    if case .inverse = field.kind {
      return add(
        .inverseAdded, .none, path, "the other side '\(field.name)' of a relation is added", at: field.origin.range,
        breaks: [])
    }
    if let move = match.moves.first(where: { $0.newModel == pair.new && $0.newField == index }) {
      return addMoved(move)
    }
    if let valueMove = match.valueMove(ofRelation: index, in: pair) {
      return addRelation(index, to: pair, for: valueMove)
    }
    let isLinked = field.isLinked
    let all = isLinked
      ? model.foreignKey(of: index)?.columns ?? []
      : model.columns.indices.filter { model.columns[$0].field == index }
    let columns = all.filter { pair.oldColumn(of: $0) == nil }.map { tables.comparedColumn(new: $0, of: pair.new) }
    for column in all where !isLinked { compare(tables.comparedColumn(column, of: pair)) }
    if !isLinked, columns.isEmpty, !all.isEmpty {
      return add(
        .fieldAdded, .none, path, "field '\(field.name)' is added for a column that exists", at: field.origin.range,
        plan: ChangePlan.none, breaks: [])
    }
    var values: [AddedValue] = []
    for column in columns { values.append(addedValue(of: column)) }
    if isLinked, columns.contains(where: { $0.backfill.map { $0.kind != .value(.nil) } ?? false }) {
      addGuard(ofRelation: path, at: field.origin.range, field.allowedRules + model.allowedRules)
    }
    if isLinked, columns.count < all.count {
      return add(
        .foreignKeyAdded, .guarded, path,
        "'\(field.name)' is a relation by columns that exist: every value must be the key of a row",
        at: field.origin.range, breaks: .storage, allowed: field.allowedRules + model.allowedRules)
    }
    add(
      .fieldAdded, values.map(\.effect).max() ?? .safe, path,
      "field '\(field.name)' is added\(values.first.map { ": \($0.words)" } ?? "")", at: field.origin.range,
      plan: values.first { $0.plan != .alter }?.plan ?? (columns.isEmpty ? ChangePlan(.create, .create) : .alter),
      breaks: values.contains(where: \.isRequired) ? .all : [], allowed: field.allowedRules + model.allowedRules)
  }

  /// What existing rows get in a new column.
  struct AddedValue {
    var effect: RowEffect
    var words: String
    var plan: ChangePlan
    /// Whether programs that don't know the column can't insert rows.
    var isRequired: Bool

    init(_ effect: RowEffect, _ words: String, _ plan: ChangePlan, isRequired: Bool = false) {
      (self.effect, self.words, self.plan, self.isRequired) = (effect, words, plan, isRequired)
    }
  }

  mutating func addedValue(of column: ComparedColumn) -> AddedValue {
    let words = "column '\(column.new.name)'"
    if column.presence == .never {
      return AddedValue(.safe, "existing rows have no value in \(words)", .alter)
    }
    compareBackfill(column, isUsed: true)
    if let backfill = column.backfill { return backfilledValue(of: column, backfill, words) }
    switch column.new.defaultValue {
    case .value:
      return AddedValue(
        .safe, "existing rows get the default in \(words)", column.presence == .always ? .alter : .computed)
    case .uuid, .uuid7:
      return AddedValue(
        .needsData, "existing rows get a new value in \(words)",
        column.isKey ? .computed : ChangePlan(.rebuild, .rewrite), isRequired: !column.new.isNullable)
    case .now:
      // PostgreSQL computes the time once, and stores it with the column.
      return AddedValue(
        .needsData, "existing rows get the time of the migration in \(words)", ChangePlan(.rebuild, .alter),
        isRequired: !column.new.isNullable)
    case .autoincrement:
      return AddedValue(.needsData, "existing rows are numbered in \(words), in the order of their key", .computed)
    default: break
    }
    if !column.isRequired {
      return AddedValue(.safe, "existing rows have no value in \(words)", .alter)
    }
    report(.needsBackfill(ofNew: column, declarations))
    return AddedValue(.needsData, "\(words) is required", .computed, isRequired: true)
  }

  private func backfilledValue(of column: ComparedColumn, _ backfill: Backfill, _ words: String) -> AddedValue {
    let isRequired = !column.new.isNullable && column.new.defaultValue.map { !$0.isInSQL } ?? true
    switch backfill.kind {
    case .value(let value) where value.isLiteral:
      let isAltered = !column.isReference && column.new.defaultValue != nil
      let plan: ChangePlan = isAltered ? .alter : ChangePlan(.rebuild, .alter)
      return AddedValue(
        .safe, "existing rows get the backfill in \(words)", column.presence == .always ? plan : .computed,
        isRequired: isRequired)
    case .none:
      return AddedValue(.guarded, "no row needs \(words)", .computed, isRequired: isRequired)
    case .value, .rounded, .truncated, .clamped, .sql, .swift:
      return AddedValue(.needsData, "existing rows get computed values in \(words)", .computed, isRequired: isRequired)
    }
  }

  mutating func removeField(_ index: Int, of pair: ModelMatch) {
    let (before, after) = (old.models[pair.old], new.models[pair.new])
    let field = before.fields[index]
    let path = "\(after.name).\(field.name)"
    guard field.storesValues else {
      return add(
        .inverseRemoved, .none, path, "the other side '\(field.name)' of a relation is removed", at: field.origin.range,
        isGone: true, breaks: .source)
    }
    let isMoved = match.moves.contains { $0.oldModel == pair.old && $0.oldField == index }
    let all = field.isLinked
      ? before.foreignKey(of: index)?.columns ?? []
      : before.columns.indices.filter { before.columns[$0].field == index }
    let columns = all.filter { pair.newColumn(of: $0) == nil }
    if columns.isEmpty, !all.isEmpty, !field.isLinked {
      return add(
        .fieldRemoved, .none, path, "field '\(field.name)' is removed; its column stays", at: field.origin.range,
        isGone: true, plan: ChangePlan.none, breaks: [.dictionary, .source])
    }
    if columns.isEmpty, field.isLinked {
      return add(
        .foreignKeyRemoved, .safe, path, "the relation '\(field.name)' is removed; its columns stay",
        at: field.origin.range, isGone: true, breaks: [.storage, .source])
    }
    let names = columns.map { before.columns[$0].name }
    let tables = before.joinTables.filter { $0.field == index }.map(\.name)
    let words = tables.isEmpty ? "column\(names.count > 1 ? "s" : "") \(names.listed())" : "table \(tables.listed())"
    add(
      .fieldRemoved, isMoved ? .safe : .destructive, path,
      "field '\(field.name)' is removed: \(words) \(names.count > 1 ? "are" : "is") dropped", at: field.origin.range,
      isGone: true, plan: tables.isEmpty ? nil : ChangePlan(.drop, .drop), breaks: .all)
  }

  // MARK: Matched fields

  /// - Parameter isUnchanged: Whether the table is equal in both schemas.
  mutating func compareField(_ pair: FieldMatch, of model: ModelMatch, isUnchanged: Bool) {
    let (before, after) = (old.models[model.old].fields[pair.old], new.models[model.new].fields[pair.new])
    let path = "\(new.models[model.new].name).\(after.name)"
    compareDeclarations(before, after, path)
    if before.name != after.name {
      add(
        .fieldRenamed, .none, path, "field '\(before.name)' is renamed to '\(after.name)'", at: after.origin.range,
        breaks: before.storesValues ? [.dictionary, .source] : .source)
    }
    compareSwiftTypes(before, after, path)
    if isUnchanged { return }
    guard compareKinds(before, after, path, pair, of: model) else { return }
    compareColumns(of: pair, model, path)
  }

  /// Compares what no row has.
  private mutating func compareDeclarations(_ before: Field, _ after: Field, _ path: String) {
    if before.isConstant != after.isConstant {
      add(
        .constancyChanged, .none, path, "'\(after.name)' is a \(after.isConstant ? "constant" : "variable") now",
        at: after.origin.range, breaks: .source)
    }
    if before.isSensitive != after.isSensitive {
      add(
        .sensitivityChanged, .none, path,
        "'\(after.name)' is \(after.isSensitive ? "left out of" : "part of") descriptions now", at: after.origin.range,
        breaks: [])
    }
    if before.isVersion != after.isVersion || before.isUpdatedAt != after.isUpdatedAt {
      let isSet = after.isVersion || after.isUpdatedAt
      add(
        .automaticValueChanged, .none, path, "the store \(isSet ? "sets" : "no longer sets") '\(after.name)'",
        at: after.origin.range, breaks: .storage)
    }
    if before.origin.documentation != after.origin.documentation || before.deprecation != after.deprecation {
      addDocumentation(of: "'\(after.name)'", path, at: after.origin.range)
    }
  }

  /// Compares the names of types whose values are stored alike. Enums are compared once for all fields.
  private mutating func compareSwiftTypes(_ before: Field, _ after: Field, _ path: String) {
    // Most types are the same one.
    if case (.value(.scalar(let left), _), .value(.scalar(let right), _)) = (before.kind, after.kind), left == right {
      return
    }
    let isStoredAlike =
      switch (before.kind, after.kind) {
      case (.value(.enumeration, _), .value(.enumeration, _)), (.list(.enumeration), .list(.enumeration)): false
      case (.value(let left, _), .value(let right, _)), (.list(let left), .list(let right)):
        left.isStored(like: right, old, new)
      case (.embedded, .embedded): true
      default: false
      }
    let (left, right) = (old.typeName(of: before).trimmed, new.typeName(of: after).trimmed)
    guard isStoredAlike, left != right else { return }
    add(
      .typeRenamed, .none, path, "the type of '\(after.name)' is '\(right)' instead of '\(left)'",
      at: after.origin.range, breaks: .source)
  }

  private mutating func compareColumns(of pair: FieldMatch, _ model: ModelMatch, _ path: String) {
    if compareRekeyed(pair, model, path) { return }
    let (before, after) = (old.models[model.old], new.models[model.new])
    let dropped = before.columns.indices.filter {
      before.columns[$0].field == pair.old && model.newColumn(of: $0) == nil
    }
    for index in after.columns.indices where after.columns[index].field == pair.new {
      let source = model.oldColumn(of: index)
      let columns = newTables[model.new].table.columns
      if let source, oldTables[model.old].table.columns[source] == columns[index],
        !tables.losesNulls(ColumnMatch(old: source, new: index), of: model)
      {
        continue
      }
      let column = tables.comparedColumn(index, of: model)
      if column.old != nil {
        compare(column)
      } else {
        // A key that gets another column refers to no row without a value for it.
        if column.isReference, column.new.isNullable, column.backfill == nil, dropped.isEmpty {
          report(.needsBackfill(ofKeyPart: column))
        }
        let value = addedValue(of: column)
        add(
          .fieldAdded, value.effect, column, "column '\(column.new.name)' is added: \(value.words)", plan: value.plan,
          breaks: value.isRequired ? .all : [])
      }
    }
    var reported: [SourceRange] = []
    for index in dropped {
      if let field = changedMember(before.columns[index], pair, model), !reported.contains(field.new.origin.range) {
        reported.append(field.new.origin.range)
        reportUnconverted(field.old, field.new, path)
      }
      add(
        .fieldRemoved, .destructive, path, "column '\(before.columns[index].name)' is dropped",
        at: after.fields[pair.new].origin.range, breaks: .all)
    }
  }
}

extension Comparison {
  /// The fields that both schemas have of which one is stored in another way, so that a column is gone; `nil` if the
  /// column belongs to a field of a struct that is gone.
  private func changedMember(
    _ column: Column, _ pair: FieldMatch, _ model: ModelMatch
  ) -> (old: Field, new: Field)? {
    var fields = (old: old.models[model.old].fields[pair.old], new: new.models[model.new].fields[pair.new])
    for step in column.path {
      guard case .embedded(let before, _) = fields.old.kind, case .embedded(let after, _) = fields.new.kind
      else { break }
      let sources = match.oldFields(ofStruct: after, from: before)
      guard let target = sources?.firstIndex(of: step) else { return nil }
      fields = (old.structs[before].fields[step], new.structs[after].fields[target])
    }
    return fields
  }

  private mutating func reportUnconverted(_ before: Field, _ after: Field, _ path: String) {
    if case .toOne(let former, _, _) = before.kind, case .toOne(let target, _, _) = after.kind,
      match.newModels[former] == target
    {
      return report(.otherReferences(of: after, path, to: new.models[target].name))
    }
    report(.unknownConversion(after.name, from: old.typeName(of: before), new.typeName(of: after), at: after))
  }
}

extension ValueType {
  /// Whether the scalars of two types are stored alike.
  func isStored(like other: ValueType, _ old: Schema, _ new: Schema) -> Bool {
    guard let left = old.scalar(of: self), let right = new.scalar(of: other) else { return false }
    return Conversion(ColumnType(left), ColumnType(right)) == .same
  }
}

extension String {
  /// The name of a type without the `?` of an optional.
  fileprivate var trimmed: String { hasSuffix("?") ? String(dropLast()) : self }
}

extension DefaultValue {
  /// Whether it is the same for every row.
  var isLiteral: Bool {
    switch self {
    case .boolean, .integer, .decimal, .string, .enumCase, .list, .json, .nil: true
    case .sql, .uuid, .uuid7, .cuid, .ulid, .now, .autoincrement, .construct: false
    }
  }
}

extension ColumnDefault {
  /// Whether the definition of the column has it, so that it applies to programs that don't know the column.
  var isInSQL: Bool {
    switch self {
    case .value, .sql: true
    case .uuid, .uuid7, .cuid, .ulid, .now, .autoincrement, .construct, .computed: false
    }
  }
}
