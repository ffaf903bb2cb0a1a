import IgataDiagnostics
import IgataSchema
import IgataTables

extension Comparison {
  // MARK: Moved fields

  /// Adds a field whose values come from another model.
  mutating func addMoved(_ move: FieldMove) {
    let (source, model) = (old.models[move.oldModel], new.models[move.newModel])
    let (former, field) = (source.fields[move.oldField], model.fields[move.newField])
    let path = "\(model.name).\(field.name)"
    guard let valueMove = match.valueMove(toModel: move.newModel, field: move.newField) else { return }
    let problem = movingProblem(valueMove, former, move)
    if let problem { report(problem) }
    var effect = RowEffect.safe
    var words = "field '\(former.name)' of '\(source.name)' is moved here"
    if problem != nil {
      effect = .destructive
    } else if tables.canShareTarget(valueMove) {
      effect = .guarded
      words += ": rows of '\(source.name)' that share one must have the same value"
    } else if tables.stopsWithoutTarget(valueMove), tables.canLackTarget(valueMove) {
      effect = .guarded
      words += ": every row of '\(source.name)' with a value must have one"
    }
    add(
      .fieldMoved, effect, path, words, at: field.origin.range, breaks: .all,
      allowed: field.allowedRules + model.allowedRules)
    guard problem == nil else { return }
    for column in model.columns.indices where model.columns[column].field == move.newField {
      compareMovedColumn(column, of: valueMove)
    }
    // The columns of the inserted rows are compared once.
    let first = match.moves.first { $0.oldModel == valueMove.sourceModel && $0.newModel == valueMove.targetModel }
    if first == move, valueMove.link == nil { compareInsertedRows(of: valueMove) }
  }

  /// Why values can't be moved.
  private func movingProblem(_ valueMove: ValueMove, _ former: Field, _ move: FieldMove) -> Diagnostic? {
    let field = new.models[move.newModel].fields[move.newField]
    let path = "\(new.models[move.newModel].name).\(field.name)"
    if valueMove.linkCount != 1 {
      let names = (old.models[move.oldModel].name, new.models[move.newModel].name)
      return .unknownWay(path, from: names.0, to: names.1, count: valueMove.linkCount, at: field)
    }
    let isMoved = valueMove.columns.contains { new.models[move.newModel].columns[$0.new].field == move.newField }
    if isMoved { return nil }
    return .unmovable(path, from: old.typeName(of: former), new.typeName(of: field), at: field)
  }

  /// Compares a column of the target of a move with the one from which it gets its values.
  private mutating func compareMovedColumn(_ column: Int, of valueMove: ValueMove) {
    guard let source = valueMove.oldColumn(of: column) else {
      var added = tables.comparedColumn(new: column, of: valueMove.targetModel)
      added.presence = tables.structPresence(ofColumn: column, of: valueMove)
      if match.model(new: valueMove.targetModel) != nil { _ = addedValue(of: added) }
      return
    }
    let compared = tables.comparedColumn(ColumnMatch(old: source, new: column), of: valueMove)
    guard var old = compared.old else { return }
    // No row is inserted for a struct that is missing.
    if case .structBecameModel = valueMove.kind {
      old.isNullable = tables.isOptional(source, of: valueMove.sourceModel)
    }
    compareValues(compared, old)
    let hasBackfill = compared.backfill.map { !$0.needsOldValue } ?? false
    let hasValue = compared.new.isNullable || compared.new.defaultValue != nil || hasBackfill
    if valueMove.kind == .fieldsMoved, !hasValue, !old.isNullable, tables.canLackSource(valueMove) {
      report(.needsBackfill(ofNew: compared, declarations))
    }
  }

  /// Reports what the inserted rows can't get.
  private mutating func compareInsertedRows(of valueMove: ValueMove) {
    guard let rows = tables.insertedRows(for: valueMove) else { return }
    let model = new.models[valueMove.targetModel]
    for column in rows.problems {
      let compared = tables.comparedColumn(new: column, of: valueMove.targetModel)
      if model.primaryKey.contains(column) {
        report(.unmadeKey(of: model, for: old.models[valueMove.sourceModel].name, at: compared))
      } else {
        report(.needsBackfill(ofInserted: compared))
      }
    }
  }

  /// Adds a relation to the rows that are inserted for moved fields.
  mutating func addRelation(_ index: Int, to pair: ModelMatch, for valueMove: ValueMove) {
    let (model, target) = (new.models[pair.new], new.models[valueMove.targetModel])
    let field = model.fields[index]
    add(
      .fieldAdded, .safe, "\(model.name).\(field.name)",
      "field '\(field.name)' is added: it refers to the rows of '\(target.name)' that are made", at: field.origin.range,
      plan: .computed, breaks: .all)
  }

  // MARK: Structs and models

  /// Compares the columns of a struct with those of the model that it became, or the reverse.
  mutating func compareValueMove(_ kind: ValueMove.Kind, of pair: ModelMatch) {
    let valueMove = match.valueMoves.first { valueMove in
      valueMove.kind == kind && (valueMove.sourceModel == pair.old || valueMove.targetModel == pair.new)
    }
    guard let valueMove else { return }
    for (index, column) in new.models[valueMove.targetModel].columns.enumerated() {
      if case .modelBecameStruct(let field) = kind, column.field != field { continue }
      compareMovedColumn(index, of: valueMove)
    }
    switch kind {
    case .structBecameModel:
      compareInsertedRows(of: valueMove)
      requireRows(of: valueMove, pair)
    case .modelBecameStruct(let field): requireValues(of: valueMove, field, pair)
    case .fieldsMoved: break
    }
  }

  /// Reports a required relation of rows whose struct can be missing.
  private mutating func requireRows(of valueMove: ValueMove, _ pair: ModelMatch) {
    guard let link = valueMove.newLink else { return }
    let isOptional = valueMove.columns.allSatisfy { oldTables[valueMove.sourceModel].table.columns[$0.old].isNullable }
    for column in link.columns where isOptional { requireValue(tables.comparedColumn(new: column, of: pair.new)) }
  }

  /// Reports a column that needs a value which rows can lack.
  mutating func requireValue(_ column: ComparedColumn) {
    if !column.new.isNullable, column.backfill == nil { report(.needsBackfill(ofNulls: column)) }
  }

  /// Reports required values of a struct of rows whose relation can be missing.
  private mutating func requireValues(of valueMove: ValueMove, _ field: Int, _ pair: ModelMatch) {
    guard tables.canLackSource(valueMove) else { return }
    for column in valueMove.columns {
      let compared = tables.comparedColumn(column, of: valueMove)
      if compared.old?.isNullable == false { requireValue(compared) }
    }
  }

  // MARK: Lists

  /// Reports a relation that every row needs and that was a list, which can be empty.
  mutating func compareElements(_ pair: FieldMatch, of model: ModelMatch) {
    let after = new.models[model.new]
    guard let key = after.foreignKey(of: pair.new) else { return }
    let target = match.model(new: key.target)
    if key.isLinked
      || key.references.contains(where: { column in target.map { !tables.isComputable(column, of: $0) } ?? true })
    {
      let before = old.models[model.old].fields[pair.old]
      report(
        .unknownConversion(
          after.fields[pair.new].name, from: old.typeName(of: before), new.typeName(of: after.fields[pair.new]),
          at: after.fields[pair.new]))
    }
    for column in key.columns where !key.isLinked { requireValue(tables.comparedColumn(new: column, of: model.new)) }
  }

  // MARK: Targets

  /// A relation to another model: the values are computed, or none is there.
  mutating func changeTarget(_ pair: FieldMatch, of model: ModelMatch, _ path: String) {
    let after = new.models[model.new]
    let field = after.fields[pair.new]
    let allowed = field.allowedRules + after.allowedRules
    let former = old.models[model.old].fields[pair.old].name
    let isOverwritten = field.backfill.map { backfill in !backfill.reads { $0.path.first == former } } ?? false
    let key = after.foreignKey(of: pair.new)
    if field.backfill == nil {
      report(.otherTarget(of: field, path, columnCount: field.isLinked ? 2 : key?.columns.count ?? 1))
    }
    if isOverwritten, !allowed.contains(DiagnosticKind.overwrittenValues.id) {
      report(
        .overwrittenValues(
          of: path, "it refers to rows of another model", Diagnostic.keyExpression, at: field.origin.range))
    }
    add(
      .targetChanged, isOverwritten ? .destructive : .guarded, path, "'\(field.name)' refers to rows of another model",
      at: field.origin.range, breaks: .all, allowed: allowed)
    if isOverwritten {
      addGuard(ofRelation: path, at: field.origin.range, allowed)
    }
  }
}

extension Field {
  /// The model that a relation leads to.
  var target: Int {
    switch kind {
    case .toOne(let target, _, _), .inverse(let target, _, _), .ordered(let target): target
    case .value, .list, .embedded: 0
    }
  }
}
