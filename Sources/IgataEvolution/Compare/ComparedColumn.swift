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
  /// Whether the old column can have raw values of an enum that no case has now.
  var losesCases = false
  /// Whether several cases of the old enum are one now.
  var mergesCases = false
  /// Whether an expression in the backfill can be null.
  var canComputeNull = false
}

extension MatchedTables {
  func comparedColumn(_ pair: ColumnMatch, of model: ModelMatch) -> ComparedColumn {
    comparedColumn(pair, of: model.old, in: model.new)
  }

  /// A column whose values come from another model.
  func comparedColumn(_ pair: ColumnMatch, of taking: Taking) -> ComparedColumn {
    comparedColumn(pair, of: taking.giver, in: taking.taker)
  }

  private func comparedColumn(_ pair: ColumnMatch, of oldModel: Int, in newModel: Int) -> ComparedColumn {
    var column = comparedColumn(new: pair.new, of: newModel)
    column.old = old[oldModel].table.columns[pair.old]
    column.canComputeNull = canBeNull(column, of: oldModel)
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
    let needsValue = !description.isNullable && description.defaultValue == nil
    let isReference = if case .reference = column.role { true } else { false }
    var compared = ComparedColumn(
      path: ([model.name, model.fields[column.field].name] + schema.pathNames(of: column, in: model))
        .joined(separator: "."),
      new: description, typeName: schema.typeName(of: leaf), range: leaf.origin.range,
      backfill: leaf.backfill ?? (needsValue && !isReference ? schema.backfill(of: column.type) : nil),
      allowedRules: leaf.allowedRules + model.fields[column.field].allowedRules + model.allowedRules
        + schema.allowedRules(of: column.type),
      isReference: isReference, isKey: new[modelIndex].table.primaryKey.contains(index))
    if let model = match.model(new: modelIndex) { compared.canComputeNull = canBeNull(compared, of: model.old) }
    return compared
  }

  /// Whether an expression in the backfill of a column can be null.
  ///
  /// - Parameter model: The old model whose fields it reads.
  private func canBeNull(_ column: ComparedColumn, of model: Int) -> Bool {
    guard case .sql(let sqlite, let postgresql) = column.backfill?.kind else { return false }
    return [sqlite, postgresql].compactMap(\.self).contains { sql in
      sql.canBeNull { field in
        guard let field else { return column.old?.isNullable ?? true }
        return old[model].table.columns.first { $0.stores(field) }?.isNullable ?? false
      }
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
