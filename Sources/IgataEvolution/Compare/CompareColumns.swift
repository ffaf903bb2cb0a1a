import IgataDiagnostics
import IgataSchema
import IgataTables

extension Comparison {
  /// Compares a column that both schemas have.
  mutating func compare(_ column: ComparedColumn) {
    guard let old = column.old else { return }
    if old.name != column.new.name {
      add(.columnRenamed, .safe, column, "column '\(old.name)' is renamed to '\(column.new.name)'", breaks: .storage)
    }
    compareValues(column, old)
    compareDefaults(column, old)
  }

  /// Compares what two columns accept, wherever they are.
  mutating func compareValues(_ column: ComparedColumn, _ old: ColumnDescription) {
    // The columns that refer to a key change their types with it.
    if !column.isReference || old.path.count != column.new.path.count { compareTypes(column, old) }
    compareNullability(column, old)
    compareBounds(column, old)
    compareBackfill(column, isUsed: column.usesBackfill)
  }

  // MARK: Types

  private mutating func compareTypes(_ column: ComparedColumn, _ old: ColumnDescription) {
    let (before, after) = (old.type, column.new.type)
    let effect: RowEffect
    switch Conversion(before, after) {
    case .same: return
    case .widening: return addTypeChange(.typeWidened, .safe, column, old, breaks: [.storage, .source])
    case .total: effect = .safe
    case .partial: effect = needsBackfill(column) { .needsBackfill(ofType: $0, from: old) }
    case .lossy:
      effect = column.backfill?.kind == Backfill.Kind.none ? .guarded : .destructive
      if column.backfill == nil { report(.lossyConversion(column, from: old)) }
    case .unknown:
      effect = replacement(of: column, old)
    }
    addTypeChange(.typeChanged, effect, column, old, breaks: .all)
  }

  /// The effect of a backfill that every row gets, as no old value can be converted.
  private mutating func replacement(of column: ComparedColumn, _ old: ColumnDescription) -> RowEffect {
    guard let backfill = column.backfill, backfill.isComputed else {
      report(.unknownConversion(of: column, from: old.type))
      return .needsData
    }
    // What refers to a key gets its new value as well.
    if backfill.reads(old.stores) || column.isKey && backfill.isOwn { return .needsData }
    if !column.allowedRules.contains(DiagnosticKind.overwrittenValues.id) {
      report(
        .overwrittenValues(
          of: column.path, "there is no conversion from \(old.type.words) to \(column.new.type.words)",
          column.proposedExpressions[0],
          at: column.range))
    }
    return .destructive
  }

  private mutating func addTypeChange(
    _ kind: ChangeKind, _ effect: RowEffect, _ column: ComparedColumn, _ old: ColumnDescription, breaks: Audiences
  ) {
    add(
      kind, effect, column,
      "column '\(column.new.name)' changes from \(old.type.words) to \(column.new.type.words)", breaks: breaks)
  }

  /// The effect of a change after which some values don't fit.
  private mutating func needsBackfill(_ column: ComparedColumn, _ problem: (ComparedColumn) -> Diagnostic) -> RowEffect
  {
    switch column.backfill?.kind {
    case nil:
      report(problem(column))
      return .needsData
    case Backfill.Kind.none?: return .guarded
    case .some: return .needsData
    }
  }

  // MARK: Nullability

  private mutating func compareNullability(_ column: ComparedColumn, _ old: ColumnDescription) {
    guard column.losesNulls else {
      guard !old.isNullable, column.new.isNullable else { return }
      return add(.becameOptional, .safe, column, "column '\(column.new.name)' can be null now", breaks: .all)
    }
    // A rounded or shortened value is one that was there.
    var nulls = column
    if nulls.backfill?.needsOldValue == true { nulls.backfill = nil }
    // Values that can't be converted have been reported.
    let isKnown = column.isReference || Conversion(old.type, column.new.type) != .unknown
    let effect = isKnown ? needsBackfill(nulls) { .needsBackfill(ofNulls: $0) } : .needsData
    add(.becameRequired, effect, column, "column '\(column.new.name)' can no longer be null", breaks: .all)
  }

  // MARK: Bounds

  private mutating func compareBounds(_ column: ComparedColumn, _ old: ColumnDescription) {
    if old.constraints.pattern != column.new.constraints.pattern {
      add(
        .patternChanged, .none, column, "the pattern of '\(column.new.name)' changes; existing rows keep theirs",
        breaks: [])
    }
    let isStoredAlike = old.type.storage == column.new.type.storage
    // A value that can't be converted has been reported.
    guard isStoredAlike || [.same, .widening, .total].contains(Conversion(old.type, column.new.type)) else { return }
    if column.hasTighterBounds {
      let effect = needsBackfill(column) { .needsBackfill(ofBounds: $0) }
      add(.boundsTightened, effect, column, "column '\(column.new.name)' accepts fewer values", breaks: .storage)
    } else if isStoredAlike, BoundsChange(old.constraints, column.new.constraints).isLooser {
      add(.boundsLoosened, .safe, column, "column '\(column.new.name)' accepts more values", breaks: .storage)
    }
  }

  /// Compares what the elements of lists accept, which only programs check.
  mutating func compareElementBounds(_ pair: ModelMatch) {
    for match in pair.columns {
      let (before, after) = (old.models[pair.old].columns[match.old], new.models[pair.new].columns[match.new])
      guard oldTables[pair.old].table.columns[match.old].type.isList,
        newTables[pair.new].table.columns[match.new].type.isList, case .newtype(let type) = after.type
      else { continue }
      let constraints = new.newtypes[type].constraints
      if case .newtype(let former) = before.type, old.newtypes[former].constraints == constraints { continue }
      let column = tables.comparedColumn(match, of: pair)
      add(
        .elementBoundsChanged, .none, column,
        "the elements of '\(column.new.name)' have other bounds; existing rows keep theirs", breaks: .dictionary)
    }
  }

  // MARK: Defaults

  private mutating func compareDefaults(_ column: ComparedColumn, _ old: ColumnDescription) {
    guard old.defaultValue != column.new.defaultValue, old.type == column.new.type else { return }
    if (old.defaultValue == .autoincrement) != (column.new.defaultValue == .autoincrement) {
      let isMade = column.new.defaultValue == .autoincrement
      return add(
        .generatedKeyChanged, .safe, column,
        "the database \(isMade ? "makes" : "no longer makes") the values of '\(column.new.name)'",
        breaks: [.storage, .source])
    }
    let isInSQL = (old.defaultValue?.isInSQL ?? false) || (column.new.defaultValue?.isInSQL ?? false)
    // A program sends no value then, so the column has to have the default.
    let isMadeByDatabase = [old.defaultValue, column.new.defaultValue].contains { $0?.isMadeByDatabase ?? false }
    // Code that doesn't give a value relies on a default.
    let breaks: Audiences = column.new.defaultValue == nil && !column.new.isNullable ? [.dictionary, .source] : []
    add(
      .defaultChanged, .none, column, "the default of '\(column.new.name)' changes; existing rows keep theirs",
      plan: isMadeByDatabase ? ChangePlan(.rebuild, .alter) : isInSQL ? nil : ChangePlan.none, breaks: breaks)
  }
}

extension Backfill {
  /// Whether it is an expression that can convert values of any type.
  var isComputed: Bool {
    switch kind {
    case .sql, .swift, .value: true
    case .rounded, .truncated, .clamped, .none: false
    }
  }
}

extension ColumnType {
  /// The type in messages.
  var words: String {
    switch self {
    case .scalar(.decimal(let precision?, let scale?)): "Decimal(\(precision), \(scale))"
    case .scalar(.fixed(let scale)): "Fixed(scale: \(scale))"
    case .scalar(let scalar): scalar.name
    case .stringEnum, .integerEnum: "an enum"
    case .list(let element): "a list of \(element.words)"
    }
  }
}

extension Field {
  /// Whether every value of this field is one of another field.
  func isKept(by other: Field, _ old: Schema, _ new: Schema) -> Bool {
    let becomesRequired = old.typeName(of: self).hasSuffix("?") && !new.typeName(of: other).hasSuffix("?")
    guard isConvertible(to: other, old, new), !becomesRequired else { return false }
    guard case .value(let before, _) = kind, case .value(let after, _) = other.kind else { return true }
    guard let left = old.scalar(of: before), let right = new.scalar(of: after) else {
      return old.typeName(of: self) == new.typeName(of: other)
    }
    let isLossless = [.same, .widening, .total].contains(Conversion(ColumnType(left), ColumnType(right)))
    return isLossless && other.constraints.isEmpty
  }

  /// Whether there is a conversion from this field's values to those of another one.
  func isConvertible(to other: Field, _ old: Schema, _ new: Schema) -> Bool {
    switch (kind, other.kind) {
    case (.value(let before, _), .value(let after, _)):
      let types = (old.scalar(of: before), new.scalar(of: after))
      guard let left = types.0, let right = types.1 else {
        // The raw values of an enum are texts or whole numbers.
        return [types.0, types.1].allSatisfy { $0.map { $0 == .string || $0.number == .whole } ?? true }
      }
      return Conversion(ColumnType(left), ColumnType(right)) != .unknown
    case (.list, .list): return old.typeName(of: self) == new.typeName(of: other)
    case (.embedded, .embedded): return true
    case (.toOne(let before, _, _), .toOne(let after, _, _)), (.ordered(let before), .ordered(let after)):
      return old.models[before].name == new.models[after].name
    default: return false
    }
  }
}
