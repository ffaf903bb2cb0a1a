import IgataDiagnostics
import IgataSchema
import IgataTables

/// A column of both schemas, or of the new one alone, with the field that it stores.
struct ComparedColumn {
  /// The model and the fields that lead to the value: `Account.home.city`.
  var path: String
  /// `nil` if the column is new.
  var old: ColumnDescription?
  var new: ColumnDescription
  /// The name of the field's type in the schema, including `?`.
  var typeName: String
  /// The range of the field's name.
  var range: SourceRange
  /// What existing rows get.
  var backfill: Backfill?
  /// The rules that `@allow` suppresses here.
  var allowedRules: [String]
  /// Whether it is a part of a foreign key.
  var isReference: Bool
  /// Whether it is a part of the primary key.
  var isKey: Bool
  /// Whether every row has a value, or every one that has the optional struct that the column is a part of.
  var isRequired: Bool
  /// Whether the old column can be null where the new one needs a value.
  var losesNulls = false
  /// Whether the optional struct that the column is a part of is there.
  var presence = StructPresence.always
  /// Whether the old column can have raw values of an enum that no case has now.
  var losesCases = false
  /// Whether several cases of the old enum are one now.
  var mergesCases = false
  /// Whether it is one of several columns of a relation, or of other fields as well.
  var hasSeveralColumns = false
  /// Whether a unique, the primary key or a check has it, which a value for many rows can break.
  var isConstrained = false
  /// A case of its enum, as a backfill has it.
  var exampleCase: String?
  /// Whether an expression in the backfill can be null.
  var canComputeNull = false
  /// The dialects whose expression in the backfill can be a value that the column doesn't accept.
  var misfitDialects: Set<String> = []
}

extension MatchedTables {
  /// A new column of a model that both schemas have, with its old one if there is one.
  func comparedColumn(_ column: Int, of model: ModelMatch) -> ComparedColumn {
    guard let source = model.oldColumn(of: column) else { return comparedColumn(new: column, of: model.new) }
    return comparedColumn(ColumnMatch(old: source, new: column), of: model)
  }

  func comparedColumn(_ pair: ColumnMatch, of model: ModelMatch) -> ComparedColumn {
    var column = comparedColumn(pair, of: model.old, in: model.new)
    if let field = following(pair, of: model) { (column.isReference, column.backfill) = (true, field.backfill) }
    column.losesNulls = losesNulls(pair, of: model)
    readExpression(of: &column, reading: model.old)
    return column
  }

  /// The field of a column that no field declares and that refers to the same column as before, whose values it
  /// follows.
  private func following(_ pair: ColumnMatch, of model: ModelMatch) -> Field? {
    let (before, after) = (match.old.models[model.old], match.new.models[model.new])
    let field = after.fields[after.columns[pair.new].field]
    guard field.isImplied else { return nil }
    let isFollowing = after.foreignKeys.contains { key in
      guard let part = key.columns.firstIndex(of: pair.new), let target = match.model(new: key.target),
        let reference = target.oldColumn(of: key.references[part])
      else { return false }
      return before.foreignKeys.contains { key in
        key.target == target.old && zip(key.columns, key.references).contains { $0 == pair.old && $1 == reference }
      }
    }
    return isFollowing ? field : nil
  }

  /// A column whose values come from another model.
  func comparedColumn(_ pair: ColumnMatch, of move: ValueMove) -> ComparedColumn {
    var column = comparedColumn(pair, of: move.sourceModel, in: move.targetModel)
    column.presence = oldStructPresence(ofColumn: pair.old, of: move.sourceModel)
    if case .structBecameModel = move.kind { column.presence = structPresence(ofColumn: pair.new, of: move) }
    column.losesNulls = losesNulls(column, pair, of: move)
    readExpression(of: &column, reading: move.sourceModel)
    return column
  }

  /// Whether a value of the source can be null where the target needs one.
  private func losesNulls(_ column: ComparedColumn, _ pair: ColumnMatch, of move: ValueMove) -> Bool {
    guard column.old?.isNullable == true, column.isRequired else { return false }
    // No row is inserted for a struct that is missing.
    if case .structBecameModel = move.kind {
      guard isOptional(pair.old, of: move.sourceModel) else { return false }
      if !column.new.isNullable || isOptionalMember(pair.old, of: move.sourceModel) { return true }
      return column.presence != oldStructPresence(ofColumn: pair.old, of: move.sourceModel)
    }
    if !column.new.isNullable || isOptionalMember(pair.old, of: move.sourceModel) { return true }
    guard case .modelBecameStruct = move.kind else { return false }
    let isNested = isNestedOptional(pair.new, of: move.targetModel)
    return column.presence == .always || !isNested
  }

  private func comparedColumn(_ pair: ColumnMatch, of oldModel: Int, in newModel: Int) -> ComparedColumn {
    var column = comparedColumn(new: pair.new, of: newModel)
    column.old = old[oldModel].table.columns[pair.old]
    if !column.isReference {
      let type = match.new.models[newModel].columns[pair.new].type
      column.backfill = column.backfill ?? match.new.backfill(of: type)
    }
    if case .enumeration(let before) = match.old.models[oldModel].columns[pair.old].type,
      let enums = match.enums.first(where: { $0.old == before })
    {
      let (cases, wasOpen) = (match.old.enums[before].cases, match.old.enums[before].unknownCase != nil)
      let isOpen = match.new.enums[enums.new].unknownCase != nil
      column.losesCases = !isOpen && (wasOpen || zip(cases, enums.cases).contains { !$0.isUnknown && $1 == nil })
      let targets = enums.cases.compactMap(\.self)
      column.mergesCases = Set(targets).count < targets.count
    }
    return column
  }

  /// A column of the new schema.
  func comparedColumn(new index: Int, of modelIndex: Int) -> ComparedColumn {
    let schema = match.new
    let model = schema.models[modelIndex]
    let column = model.columns[index]
    let leaf = schema.leafField(of: column, in: model) ?? model.fields[column.field]
    let description = new[modelIndex].table.columns[index]
    // The backfill of a type is for values that don't fit it: a row without a value needs none if the field has one.
    let isRequired = isRequired(index, of: modelIndex)
    let needsValue = isRequired && description.defaultValue == nil
    let isReference = if case .reference = column.role { true } else { false }
    var compared = ComparedColumn(
      path: ([model.name, model.fields[column.field].name] + schema.pathNames(of: column, in: model))
        .joined(separator: "."),
      new: description, typeName: schema.typeName(of: leaf), range: leaf.origin.range,
      backfill: leaf.backfill ?? (needsValue && !isReference ? schema.backfill(of: column.type) : nil),
      allowedRules: leaf.allowedRules + model.fields[column.field].allowedRules + model.allowedRules
        + schema.allowedRules(of: column.type),
      isReference: isReference, isKey: new[modelIndex].table.primaryKey.contains(index), isRequired: isRequired)
    let table = new[modelIndex].table
    let constrained = table.primaryKey + table.uniques.flatMap(\.columns) + table.checks.flatMap(\.condition.columns)
    compared.isConstrained = constrained.contains(index)
    let key = model.foreignKey(of: column.field)
    compared.hasSeveralColumns = isReference && (key?.columns.count ?? 1 > 1 || model.fields[column.field].isLinked)
    if case .enumeration(let type) = column.type {
      compared.exampleCase = schema.enums[type].cases.first { !$0.isUnknown }.map { ".\($0.name)" }
    }
    if let model = match.model(new: modelIndex) {
      compared.presence = structPresence(ofColumn: index, of: model)
      readExpression(of: &compared, reading: model.old)
    }
    return compared
  }

  /// Finds out what an expression in the backfill of a column can be.
  ///
  /// - Parameter model: The old model whose fields it reads.
  private func readExpression(of column: inout ComparedColumn, reading model: Int) {
    guard case .sql(let sqlite, let postgresql) = column.backfill?.kind else { return }
    let columns = old[model].table.columns
    (column.canComputeNull, column.misfitDialects) = (false, [])
    for (dialect, sql) in [("sqlite", sqlite), ("postgresql", postgresql)] {
      guard let sql else { continue }
      let canBeNull = sql.canBeNull { field in
        guard let field else { return column.old == nil || column.losesNulls }
        return columns.firstIndex { $0.stores(field) }.map {
          !hasValue($0, of: model, where: column.presence)
        } ?? false
      }
      column.canComputeNull = column.canComputeNull || canBeNull
      let fit = ExpressionFit(sql, in: dialect, column.new) { field in
        field.map { field in columns.first { $0.stores(field) }?.type } ?? column.old?.type
      }
      if !fit.isCertain { column.misfitDialects.insert(dialect) }
    }
  }
}

extension Schema {
  /// The rules that `@allow` suppresses for every field of an enum or a newtype.
  fileprivate func allowedRules(of type: ValueType) -> [String] {
    switch type {
    case .scalar: []
    case .enumeration(let index): enums[index].allowedRules
    case .newtype(let index): newtypes[index].allowedRules
    }
  }

  /// The backfill of an enum or a newtype.
  func backfill(of type: ValueType) -> Backfill? {
    switch type {
    case .scalar: nil
    case .enumeration(let index): enums[index].backfill
    case .newtype(let index): newtypes[index].backfill
    }
  }
}
