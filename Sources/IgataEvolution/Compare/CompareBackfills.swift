import IgataDiagnostics
import IgataSchema
import IgataTables

/// What a backfill or a conversion gives, and what the table may refuse: there is no second backfill for it.
extension Comparison {
  /// Adds that the version can stop for values that it computes itself.
  mutating func addGuard(
    _ message: String, _ path: String, at range: SourceRange, _ allowed: [String], remedy: StopRemedy = .fittingRows
  ) {
    add(
      .valuesGuarded, .guarded, path, message, at: range, plan: ChangePlan.none, breaks: [], allowed: allowed,
      remedy: remedy)
  }

  /// Adds that the version can stop for a relation whose backfill is the key of no row.
  mutating func addGuard(ofRelation path: String, at range: SourceRange, _ allowed: [String]) {
    addGuard(
      "the backfill of '\(path)' can be the key of no row", path, at: range, allowed, remedy: .referencedRow)
  }

  /// Compares the values of a backfill with what its column accepts.
  ///
  /// - Parameter isUsed: Whether a row can get the backfill.
  mutating func compareBackfill(_ column: ComparedColumn, isUsed: Bool) {
    guard isUsed, let backfill = column.backfill, backfill.kind != .none else { return }
    if column.isReference {
      guard !backfill.isNil else { return }
      addGuard(ofRelation: column.path, at: column.range, column.allowedRules)
    } else if !column.accepts(backfill.kind, in: dialects) {
      addGuard(
        "the backfill of '\(column.path)' can be a value that it doesn't accept", column.path, at: column.range,
        column.allowedRules)
    }
  }

  /// The first column of a constraint in which two rows that differed can get the same value, or in which values
  /// change that no constraint has seen before.
  func firstChanged(
    _ columns: [Int], of pair: ModelMatch, _ isKept: (ComparedColumn) -> Bool
  ) -> ComparedColumn? {
    columns.lazy.map { tables.comparedColumn($0, of: pair) }.first { $0.old != nil && !isKept($0) }
  }

  /// Whether no two rows can have the same values in some columns, because they had different ones before, or because
  /// each row gets its own.
  func areDistinct(_ columns: [Int], of pair: ModelMatch, _ condition: IndexCondition? = nil) -> Bool {
    let before = oldTables[pair.old].table
    let isMade = columns.contains { column in
      guard pair.oldColumn(of: column) == nil else { return false }
      let added = tables.comparedColumn(new: column, of: pair.new)
      return added.backfill?.isOwn ?? added.new.defaultValue.map(ColumnDefault.distinct.contains) ?? false
    }
    if isMade { return true }
    return ([IndexDescription("", before.primaryKey)] + before.uniques).contains { unique in
      let sources = unique.columns.map(pair.newColumn)
      guard sources.allSatisfy({ $0.map(columns.contains) ?? false }) else { return false }
      if let former = unique.condition, translated(former, of: pair) != condition { return false }
      return firstChanged(sources.compactMap(\.self), of: pair) { $0.keepsDistinct } == nil
    }
  }

  /// A condition of the old table, by the columns and the raw values of the new one; `nil` if a column is gone.
  func translated(_ condition: IndexCondition, of pair: ModelMatch) -> IndexCondition? {
    guard case .checked(let rows) = condition else { return condition }
    return translated(rows, of: pair).map { .checked($0) }
  }

  func translated(_ condition: RowCondition, of pair: ModelMatch) -> RowCondition? {
    condition.mapLiterals { column, literal in
      guard case .enumeration(let index) = old.models[pair.old].columns[column].type,
        let enums = match.enums.first(where: { $0.old == index }),
        let position = old.enums[index].cases.firstIndex(where: { $0.rawValue.literal == literal }),
        let target = enums.cases[position]
      else { return literal }
      return new.enums[enums.new].cases[target].rawValue.literal
    }.mapColumns(pair.newColumn(of:))
  }
}

extension ColumnDefault {
  /// The defaults that are another value for each row.
  fileprivate static let distinct: Set<ColumnDefault> = [.uuid, .uuid7, .autoincrement]
}

extension Backfill {
  fileprivate var isNil: Bool { kind == .value(.nil) }

  /// Whether each row gets a value of its own.
  var isOwn: Bool { kind == .value(.uuid) || kind == .value(.uuid7) }
}

extension ComparedColumn {
  /// Whether rows can get the backfill.
  var usesBackfill: Bool {
    guard old != nil, backfill != nil else { return false }
    return losesNulls || canMisfit
  }

  /// Whether a row can get the backfill in place of a value.
  var replacesValues: Bool { backfill.map { $0.kind != .none } ?? false && canMisfit }

  private var canMisfit: Bool {
    guard let old, !isReference else { return false }
    switch Conversion(old.type, new.type) {
    case .partial, .lossy, .unknown: return true
    case .same, .widening, .total: break
    }
    if losesCases { return true }
    return hasTighterBounds
  }

  /// Whether different old values are different new ones.
  var keepsDistinct: Bool {
    guard let old else { return false }
    if mergesCases { return false }
    let isOwn = backfill?.isOwn ?? false
    if usesBackfill, backfill?.kind != Backfill.Kind.none, !isOwn { return false }
    // The columns that refer to a key follow its values.
    if isReference { return true }
    switch Conversion(old.type, new.type) {
    case .same, .widening, .total: return true
    // Texts have several spellings of a number, a date or a UUID.
    case .partial: return old.type != .scalar(.string) || new.type.storage == .text && new.type != .scalar(.url)
    case .lossy: return backfill?.kind == Backfill.Kind.none
    case .unknown: return isOwn
    }
  }

  /// Whether every value stays what it was, as conditions see it.
  var keepsValues: Bool {
    keepsDistinct && !(backfill?.isOwn ?? false && usesBackfill) && (isReference || keepsFitting || isLossless)
  }

  /// Whether a value that would lose digits stops the version.
  private var isLossless: Bool {
    old?.type.isNumber == true && new.type.isNumber && backfill?.kind == Backfill.Kind.none
  }

  /// Whether a value that fits stays what it was.
  var keepsFitting: Bool {
    guard let old, !mergesCases else { return false }
    switch Conversion(old.type, new.type) {
    case .same, .widening: return true
    case .total, .partial: return old.type.isNumber && new.type.isNumber
    case .lossy, .unknown: return false
    }
  }

  /// The backfill, if it is the same for every row.
  var sharedBackfill: SharedValue? {
    switch backfill?.kind {
    case .value(.nil)?: .null
    case .value(let value)?: value.literal(of: new.type).map { .literal($0) }
    case .some, nil: nil
    }
  }

  /// Whether the column accepts every value that a backfill can give.
  ///
  /// - Parameter dialects: Those whose expressions are read.
  func accepts(_ backfill: Backfill.Kind, in dialects: Set<String> = []) -> Bool {
    let bounds = new.constraints
    switch backfill {
    case .none: return true
    // The backfill of an enum is for one value, and not for a list of them.
    case .value(let value): if case .list = value { return true } else { return !new.type.isList || value == .nil }
    case .sql where isRequired && canComputeNull: return false
    case .sql: return misfitDialects.isDisjoint(with: dialects)
    // Its result has the type of the column.
    case .swift: return new.acceptsFunctions
    case .truncated where new.type == .scalar(.string), .clamped where new.type == .scalar(.string):
      // A list can have no element to cut.
      if old?.type.isList == true { return false }
      return bounds.minimumLength.map { $0 <= old?.constraints(as: new.type).minimumLength ?? 0 } ?? true
    case .clamped: return old.map { Self.hasNearest(in: new.type, for: $0.type) } ?? false && !bounds.excludesMaximum
    case .rounded, .truncated:
      guard let old, old.type.isNumber, !Self.canOverflow(old.type, new.type) else { return false }
      // A value is rounded to no number beyond a whole one.
      return !hasTighterBounds && [bounds.minimum, bounds.maximum].allSatisfy { $0.map { Int64($0) != nil } ?? true }
    }
  }

  /// Whether each number of a type has a nearest one in another type that has all of its digits.
  private static func hasNearest(in new: ColumnType, for old: ColumnType) -> Bool {
    guard old.isNumber, case .scalar(let after) = new else { return false }
    switch Conversion(old, new) {
    case .same, .widening, .total: return true
    case .partial:
      return switch after.number {
      case .whole?: old.numberScalar?.number == .whole
      case .fixed?: old.isExact
      default: false
      }
    case .lossy, .unknown: return false
    }
  }

  /// Whether a number of a type can be greater than each of another one, after its digits were rounded.
  private static func canOverflow(_ old: ColumnType, _ new: ColumnType) -> Bool {
    guard case .scalar(let before) = old, case .scalar(let after) = new else { return true }
    switch (before.number, after.number) {
    case (.fixed?, .fixed?): return after.scale > before.scale
    case (.fixed?, .whole?): return after.bounds != nil && after != .int64 && after != .int
    case (.fixed?, .floating?): return false
    case (.decimal?, .floating?), (.floating?, .floating?): return after == .float && before != .float
    case (.decimal?, .decimal?):
      guard case .decimal(let precision?, let scale?) = before, case .decimal(let newPrecision?, let newScale?) = after
      else { return true }
      return newPrecision - newScale <= precision - scale
    default: return true
    }
  }
}

extension ColumnDescription {
  var hasBounds: Bool { BoundsChange(.none, constraints).isTighter }

  /// Whether it accepts most values that an expression of its type can have.
  var acceptsExpressions: Bool {
    switch type.storage {
    case .text, .real, .date, .day: acceptsFunctions
    case .integer, .decimal: acceptsFunctions && type.isLong
    case .bool, .data, .uuid, .json, .list: false
    }
  }

  /// Whether it accepts every value of its type.
  var acceptsFunctions: Bool { !hasBounds && !type.isEnum }
}

extension ColumnType {
  var isEnum: Bool {
    switch self {
    case .stringEnum, .integerEnum: true
    case .scalar, .list: false
    }
  }
}

extension RowCondition {
  /// The condition with other literals.
  ///
  /// - Parameter transform: Called with the column that a literal is compared with.
  fileprivate func mapLiterals(_ transform: (Int, ColumnLiteral) -> ColumnLiteral) -> RowCondition {
    switch self {
    case .comparison(.column(let column), let comparison, .literal(let literal)):
      .comparison(.column(column), comparison, .literal(transform(column, literal)))
    case .isIn(.column(let column), let literals): .isIn(.column(column), literals.map { transform(column, $0) })
    case .comparison, .isIn, .isNull: self
    case .not(let condition): .not(condition.mapLiterals(transform))
    case .all(let terms): .all(terms.map { $0.mapLiterals(transform) })
    case .any(let terms): .any(terms.map { $0.mapLiterals(transform) })
    }
  }
}
