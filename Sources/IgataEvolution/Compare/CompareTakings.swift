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
    guard let taking = match.taking(model: move.newModel, field: move.newField) else { return }
    let problem = movingProblem(taking, former, move)
    if let problem { report(problem) }
    var effect = RowEffect.safe
    var words = "field '\(former.name)' of '\(source.name)' is moved here"
    if problem != nil {
      effect = .destructive
    } else if tables.canShare(taking) {
      effect = .guarded
      words += ": rows of '\(source.name)' that share one must have the same value"
    } else if tables.stopsWithoutTaker(taking), tables.canLackTaker(taking) {
      effect = .guarded
      words += ": every row of '\(source.name)' with a value must have one"
    }
    add(
      Change(.fieldMoved, effect, path, words, at: field.origin.range, breaks: [.storage, .dictionary, .source]),
      allowed: field.allowedRules + model.allowedRules)
    guard problem == nil else { return }
    for column in model.columns.indices where model.columns[column].field == move.newField {
      compareTaken(column, of: taking)
    }
    // The columns of the rows that are made are told once.
    let first = match.moves.first { $0.oldModel == taking.giver && $0.newModel == taking.taker }
    if first == move, taking.link == nil { compareMadeRows(of: taking) }
  }

  /// Why values can't be moved.
  private func movingProblem(_ taking: Taking, _ former: Field, _ move: FieldMove) -> Diagnostic? {
    let field = new.models[move.newModel].fields[move.newField]
    let path = "\(new.models[move.newModel].name).\(field.name)"
    if taking.linkCount != 1 {
      let names = (old.models[move.oldModel].name, new.models[move.newModel].name)
      return .unknownWay(path, from: names.0, to: names.1, count: taking.linkCount, at: field)
    }
    let isMoved = taking.columns.contains { new.models[move.newModel].columns[$0.new].field == move.newField }
    if isMoved { return nil }
    return .unmovable(path, from: old.typeName(of: former), new.typeName(of: field), at: field)
  }

  /// Compares a column of a taker with the one from which it gets its values.
  private mutating func compareTaken(_ column: Int, of taking: Taking) {
    guard let source = taking.oldColumn(of: column) else {
      var added = tables.comparedColumn(new: column, of: taking.taker)
      added.presence = tables.structs.presence(ofColumn: column, of: taking)
      if match.model(new: taking.taker) != nil { _ = addedValue(of: added) }
      return
    }
    let compared = tables.comparedColumn(ColumnMatch(old: source, new: column), of: taking)
    guard var old = compared.old else { return }
    // No row is made for a struct that is missing.
    if case .structBecameModel = taking.kind { old.isNullable = tables.isOptional(source, of: taking.giver) }
    compareValues(compared, old)
    let hasBackfill = compared.backfill.map { !$0.needsOldValue } ?? false
    let hasValue = compared.new.isNullable || compared.new.defaultValue != nil || hasBackfill
    if taking.kind == .fieldsMoved, !hasValue, !old.isNullable, tables.canLackGiver(taking) {
      report(.needsBackfill(ofNew: compared, declarations))
    }
  }

  /// Reports what the rows that are made can't get.
  private mutating func compareMadeRows(of taking: Taking) {
    guard let made = tables.madeRows(of: taking) else { return }
    let model = new.models[taking.taker]
    for column in made.problems {
      let compared = tables.comparedColumn(new: column, of: taking.taker)
      if model.primaryKey.contains(column) {
        report(.unmadeKey(of: model, for: old.models[taking.giver].name, at: compared))
      } else {
        report(.needsBackfill(ofMade: compared))
      }
    }
  }

  /// Adds a relation to the rows that are made for moved fields.
  mutating func addRelation(_ index: Int, to pair: ModelMatch, for taking: Taking) {
    let model = new.models[pair.new]
    let field = model.fields[index]
    add(
      Change(
        .fieldAdded, .safe, "\(model.name).\(field.name)",
        "field '\(field.name)' is added: it refers to the rows of '\(new.models[taking.taker].name)' that are made",
        at: field.origin.range, plan: .computed, breaks: [.storage, .dictionary, .source]))
  }

  // MARK: Structs and models

  /// Compares the columns of a struct with those of the model that it became, or the reverse.
  mutating func compareTaking(_ kind: Taking.Kind, of pair: ModelMatch) {
    let taking = match.takings.first { taking in
      taking.kind == kind && (taking.giver == pair.old || taking.taker == pair.new)
    }
    guard let taking else { return }
    for column in new.models[taking.taker].columns.indices {
      if case .modelBecameStruct(let field) = kind, new.models[taking.taker].columns[column].field != field { continue }
      compareTaken(column, of: taking)
    }
    switch kind {
    case .structBecameModel:
      compareMadeRows(of: taking)
      requireRows(of: taking, pair)
    case .modelBecameStruct(let field): requireValues(of: taking, field, pair)
    case .fieldsMoved: break
    }
  }

  /// Reports a required relation of rows whose struct can be missing.
  private mutating func requireRows(of taking: Taking, _ pair: ModelMatch) {
    guard let link = taking.newLink else { return }
    let isOptional = taking.columns.allSatisfy { oldTables[taking.giver].table.columns[$0.old].isNullable }
    for column in link.columns where isOptional {
      let compared = tables.comparedColumn(new: column, of: pair.new)
      if !compared.new.isNullable, compared.backfill == nil { report(.needsBackfill(ofNulls: compared)) }
    }
  }

  /// Reports required values of a struct of rows whose relation can be missing.
  private mutating func requireValues(of taking: Taking, _ field: Int, _ pair: ModelMatch) {
    guard tables.canLackGiver(taking) else { return }
    for column in taking.columns {
      let compared = tables.comparedColumn(column, of: taking)
      let wasNullable = compared.old?.isNullable ?? true
      if !compared.new.isNullable, compared.backfill == nil, !wasNullable { report(.needsBackfill(ofNulls: compared)) }
    }
  }

  // MARK: Lists

  /// Reports a relation that every row needs and that was a list, which can be empty.
  mutating func compareElements(_ pair: FieldMatch, of model: ModelMatch) {
    let after = new.models[model.new]
    guard let key = after.foreignKeys.first(where: { $0.field == pair.new }) else { return }
    let target = match.model(new: key.target)
    if key.isLinked
      || key.references.contains(where: { column in target.map { !tables.isTold(column, of: $0) } ?? true })
    {
      let before = old.models[model.old].fields[pair.old]
      report(
        .unknownConversion(
          after.fields[pair.new].name, from: old.typeName(of: before), new.typeName(of: after.fields[pair.new]),
          at: after.fields[pair.new]))
    }
    for column in key.columns where !key.isLinked {
      let compared = tables.comparedColumn(new: column, of: model.new)
      if !compared.new.isNullable, compared.backfill == nil { report(.needsBackfill(ofNulls: compared)) }
    }
  }

  // MARK: Targets

  /// A relation to another model: the values are computed, or none is there.
  mutating func changeTarget(_ pair: FieldMatch, of model: ModelMatch, _ path: String) {
    let after = new.models[model.new]
    let field = after.fields[pair.new]
    let allowed = field.allowedRules + after.allowedRules
    let former = old.models[model.old].fields[pair.old].name
    let isOverwritten = field.backfill.map { backfill in !backfill.reads { $0.path.first == former } } ?? false
    let key = after.foreignKeys.first { $0.field == pair.new }
    if field.backfill == nil {
      report(.otherTarget(of: field, path, columnCount: field.isLinked ? 2 : key?.columns.count ?? 1))
    }
    if isOverwritten, !allowed.contains(DiagnosticKind.overwrittenValues.id) {
      report(
        .overwrittenValues(
          of: path, "it refers to rows of another model", Diagnostic.keyExpression, at: field.origin.range))
    }
    add(
      Change(
        .targetChanged, isOverwritten ? .destructive : .guarded, path,
        "'\(field.name)' refers to rows of another model", at: field.origin.range,
        breaks: [.storage, .dictionary, .source]),
      allowed: allowed)
    if isOverwritten {
      addGuard("the backfill of '\(path)' can be the key of no row", path, at: field.origin.range, allowed)
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
