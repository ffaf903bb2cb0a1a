import IgataSchema
import IgataTables

extension Evolution {
  /// How rows follow from those of the old schema.
  ///
  /// - Parameter dialect: The dialect, by its name in `igata.json`, whose expressions are used where there are several.
  public func rowDerivation(in dialect: String) -> RowDerivation { Derivation(tables, dialect).derivation() }
}

/// Derives the rows of the new schema from the match of both schemas.
struct Derivation {
  let tables: MatchedTables
  private let isServer: Bool
  var match: SchemaMatch { tables.match }

  init(_ tables: MatchedTables, _ dialect: String) {
    self.tables = tables
    isServer = dialect == "postgresql"
  }

  func derivation() -> RowDerivation {
    let models = tables.new.indices.map { model in
      DerivedTable(
        table: new(model), rows: (match.model(new: model).map { [kept($0)] } ?? []) + match.valueMoves.compactMap {
          $0.targetModel == model ? insertedRows($0) : nil
        })
    }
    return RowDerivation(
      tables: tables.new.indices.flatMap { [models[$0]] + lists(of: $0) },
      refusals: match.valueMoves.flatMap(refusals) + sharedModels() + listRefusals())
  }

  func old(_ model: Int) -> Table { tables.old[model].table }
  func new(_ model: Int) -> Table { tables.new[model].table }

  // MARK: Rows that stay

  private func kept(_ model: ModelMatch) -> DerivedRows {
    DerivedRows(
      source: old(model.old).name, test: .always,
      cells: new(model.new).columns.indices.map { cell($0, of: model) })
  }

  /// What a column gets in a row that stays.
  func cell(_ column: Int, of model: ModelMatch) -> DerivedCell {
    movedCell(column, of: model) ?? referenceCell(column, of: model) ?? listCell(column, of: model)
      ?? otherTargetCell(column, of: model) ?? followedCell(column, of: model) ?? ownCell(column, of: model)
  }

  /// What a column gets by the row itself.
  func ownCell(_ column: Int, of model: ModelMatch) -> DerivedCell {
    let compared = tables.comparedColumn(column, of: model)
    if let source = model.oldColumn(of: column) {
      return kept(ColumnMatch(old: source, new: column), from: model.old, in: model.new, compared)
    }
    let backfill = compared.backfill
    if backfill == nil, let key = generatedKey(column, of: model) { return key }
    let added = addedCell(new(model.new).columns[column], backfill, of: model.old)
    return inStruct(compared.presence, added)
  }

  /// A key of a row that had another one.
  private func generatedKey(_ column: Int, of model: ModelMatch) -> DerivedCell? {
    let (before, after) = (old(model.old), new(model.new))
    guard after.primaryKey.contains(column) else { return nil }
    switch after.columns[column].defaultValue {
    case .autoincrement:
      return .rank(
        within: [], by: before.primaryKey, where: .always,
        continues: KeyCounter(table: nil, key: nil, earlier: []))
    case .uuid, .uuid7:
      let name = ([after.model] + after.columns[column].path).joined(separator: ".")
      return .derivedUUID(name: name, of: before.primaryKey.map { identity($0, before.columns[$0]) })
    default: return nil
    }
  }

  /// A value as it is.
  func identity(_ column: Int, _ description: ColumnDescription) -> DerivedCell {
    .kept(
      KeptValue(
        column: column, old: description, new: description, cases: nil, fitting: .nothing, replacement: nil))
  }

  /// A value of a row that has the optional struct that the column is a part of.
  func inStruct(_ presence: StructPresence, _ cell: DerivedCell) -> DerivedCell {
    switch presence {
    case .always: cell
    case .column(let column): .when(.hasAny([column]), cell, .constant(nil))
    case .never: .constant(nil)
    }
  }

  // MARK: Values

  /// The old value of a column as the new one has it.
  func kept(
    _ columns: ColumnMatch, from oldModel: Int, in newModel: Int, _ compared: ComparedColumn, mayBeNull: Bool = false
  ) -> DerivedCell {
    var column = new(newModel).columns[columns.new]
    if mayBeNull { column.isNullable = true }
    let isMember = compared.losesNulls && column.isNullable
    if isMember { column.isNullable = false }
    let kept = kept(
      columns.old, old(oldModel), column, compared.backfill, cases: cases(columns, from: oldModel, in: newModel))
    return isMember ? inStruct(compared.presence, kept) : kept
  }

  func kept(
    _ source: Int, _ table: Table, _ column: ColumnDescription, _ backfill: Backfill?,
    cases: [KeptValue.CaseValue]? = nil, isRejected: Bool = false
  ) -> DerivedCell {
    let fitting: KeptValue.Fitting =
      switch backfill?.kind {
      case _ where isRejected: .rejected
      case .rounded: .rounded
      case .truncated: .truncated
      case .clamped: .clamped
      default: .nothing
      }
    return .kept(
      KeptValue(
        column: source, old: table.columns[source], new: column, cases: cases, fitting: fitting,
        replacement: backfill.flatMap { value(of: $0, column, table, source) }))
  }

  private func cases(_ columns: ColumnMatch, from oldModel: Int, in newModel: Int) -> [KeptValue.CaseValue]? {
    guard case .enumeration(let before) = match.old.models[oldModel].columns[columns.old].type,
      case .enumeration(let after) = match.new.models[newModel].columns[columns.new].type,
      let enums = match.enums.first(where: { $0.old == before && $0.new == after })
    else { return nil }
    return zip(match.old.enums[before].cases, enums.cases).map { item, target in
      KeptValue.CaseValue(
        old: item.rawValue.literal, new: target.map { match.new.enums[after].cases[$0].rawValue.literal })
    }
  }

  /// What a new column gets.
  ///
  /// - Parameter oldModel: The model whose fields a backfill reads; `nil` if there is no row of it.
  func addedCell(_ column: ColumnDescription, _ backfill: Backfill?, of oldModel: Int?) -> DerivedCell {
    if let backfill { return value(of: backfill, column, oldModel.map(old), nil) ?? .missing }
    switch column.defaultValue {
    case .value(let literal): return .constant(literal)
    case .uuid, .uuid7, .now: return .unknown
    case .sql, .autoincrement, .construct, .cuid, .ulid, .computed, nil: return .constant(nil)
    }
  }

  /// The value that a backfill gives; `nil` if it gives none without a value that fits.
  ///
  /// - Parameters:
  ///   - table: The old table whose fields it reads.
  ///   - source: The column of the old value.
  func value(
    of backfill: Backfill, _ column: ColumnDescription, _ table: Table?, _ source: Int?
  ) -> DerivedCell? {
    switch backfill.kind {
    case .value(.uuid), .value(.uuid7), .value(.now), .swift: .unknown
    case .value(let value): .constant(value.literal(of: column.type))
    case .sql(let sqlite, let postgresql):
      (isServer ? postgresql : sqlite).map { .expression(expression($0, column, table, source)) }
    case .rounded, .truncated, .clamped, .none: nil
    }
  }

  private func expression(
    _ sql: BackfillSQL, _ column: ColumnDescription, _ table: Table?, _ source: Int?
  ) -> RowExpression {
    let pieces = sql.pieces.map { piece -> RowExpression.Piece in
      switch piece {
      case .text(let text): .text(text)
      case .value: source.map { .column($0) } ?? .null
      case .field(let field): table?.columns.firstIndex { $0.stores(field) }.map { .column($0) } ?? .null
      }
    }
    return RowExpression(pieces: pieces, column: column)
  }
}

extension EnumType.RawValue {
  var literal: ColumnLiteral {
    switch self {
    case .string(let text): .text(text)
    case .integer(let number): .integer(number)
    }
  }
}
