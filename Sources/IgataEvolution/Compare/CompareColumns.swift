import IgataDiagnostics
import IgataSchema
import IgataTables

extension Comparison {
  /// Compares a column that both schemas have.
  mutating func compare(_ column: ComparedColumn) {
    guard let old = column.old else { return }
    if old.name != column.new.name {
      add(
        Change(
          .columnRenamed, .safe, column.path, "column '\(old.name)' is renamed to '\(column.new.name)'",
          at: column.range, breaks: .storage))
    }
    compareValues(column, old)
    compareDefaults(column, old)
  }

  /// Compares what two columns accept, wherever they are.
  mutating func compareValues(_ column: ComparedColumn, _ old: ColumnDescription) {
    // A key that changes its type takes the columns that refer to it along.
    if !column.isReference || old.path.count != column.new.path.count { compareTypes(column, old) }
    compareNullability(column, old)
    compareBounds(column, old)
  }

  // MARK: Types

  private mutating func compareTypes(_ column: ComparedColumn, _ old: ColumnDescription) {
    let (before, after) = (old.type, column.new.type)
    let effect: RowEffect
    switch Conversion(before, after) {
    case .same: return
    case .widening:
      return add(typeChange(.typeWidened, .safe, column, old, breaks: [.storage, .source]))
    case .total: effect = .safe
    case .partial: effect = needsBackfill(column) { .needsBackfill(ofType: $0, from: old) }
    case .lossy:
      effect = column.backfill?.kind == Backfill.Kind.none ? .guarded : .destructive
      if column.backfill == nil { report(.lossyConversion(column, from: old)) }
    case .unknown:
      effect = .needsData
      if column.backfill?.isComputed != true {
        report(
          .unknownConversion(
            column.path, from: before.words, to: after.words, at: column.range))
      }
    }
    add(
      typeChange(.typeChanged, effect, column, old, breaks: [.storage, .dictionary, .source]),
      allowed: column.allowedRules)
  }

  private func typeChange(
    _ kind: ChangeKind, _ effect: RowEffect, _ column: ComparedColumn, _ old: ColumnDescription, breaks: Audiences
  ) -> Change {
    Change(
      kind, effect, column.path,
      "column '\(column.new.name)' changes from \(old.type.words) to \(column.new.type.words)", at: column.range,
      breaks: breaks)
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
    guard old.isNullable != column.new.isNullable else { return }
    if column.new.isNullable {
      return add(
        Change(
          .becameOptional, .safe, column.path, "column '\(column.new.name)' can be null now", at: column.range,
          breaks: [.storage, .dictionary, .source]))
    }
    // A rounded or shortened value is one that was there.
    var nulls = column
    if nulls.backfill?.needsOldValue == true { nulls.backfill = nil }
    let effect = needsBackfill(nulls) { .needsBackfill(ofNulls: $0) }
    add(
      Change(
        .becameRequired, effect, column.path, "column '\(column.new.name)' can no longer be null", at: column.range,
        breaks: [.storage, .dictionary, .source]),
      allowed: column.allowedRules)
  }

  // MARK: Bounds

  private mutating func compareBounds(_ column: ComparedColumn, _ old: ColumnDescription) {
    if old.constraints.pattern != column.new.constraints.pattern {
      add(
        Change(
          .patternChanged, .none, column.path, "the pattern of '\(column.new.name)' changes; existing rows keep theirs",
          at: column.range, breaks: []))
    }
    guard old.type.storage == column.new.type.storage else { return }
    let change = BoundsChange(old.constraints, column.new.constraints)
    if change.isTighter {
      let effect = needsBackfill(column) { .needsBackfill(ofBounds: $0) }
      add(
        Change(
          .boundsTightened, effect, column.path, "column '\(column.new.name)' accepts fewer values", at: column.range,
          breaks: .storage),
        allowed: column.allowedRules)
    } else if change.isLooser {
      add(
        Change(
          .boundsLoosened, .safe, column.path, "column '\(column.new.name)' accepts more values", at: column.range,
          breaks: .storage))
    }
  }

  // MARK: Defaults

  private mutating func compareDefaults(_ column: ComparedColumn, _ old: ColumnDescription) {
    guard old.defaultValue != column.new.defaultValue, old.type == column.new.type else { return }
    if (old.defaultValue == .autoincrement) != (column.new.defaultValue == .autoincrement) {
      let isMade = column.new.defaultValue == .autoincrement
      return add(
        Change(
          .generatedKeyChanged, .safe, column.path,
          "the database \(isMade ? "makes" : "no longer makes") the values of '\(column.new.name)'", at: column.range,
          breaks: [.storage, .source]))
    }
    let isInSQL = (old.defaultValue?.isInSQL ?? false) || (column.new.defaultValue?.isInSQL ?? false)
    // A program sends no value then, so the column has to have the default.
    let isMadeByDatabase = [old.defaultValue, column.new.defaultValue].contains { $0?.isMadeByDatabase ?? false }
    // Code that doesn't give a value relies on a default.
    let breaks: Audiences = column.new.defaultValue == nil && !column.new.isNullable ? [.dictionary, .source] : []
    add(
      Change(
        .defaultChanged, .none, column.path, "the default of '\(column.new.name)' changes; existing rows keep theirs",
        at: column.range,
        plan: isMadeByDatabase ? ChangePlan(.rebuild, .alter) : isInSQL ? nil : ChangePlan.none, breaks: breaks))
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
  /// Whether there is a conversion from this field's values to those of another one.
  func isConvertible(to other: Field) -> Bool {
    switch (kind, other.kind) {
    case (.value(.scalar(let old), _), .value(.scalar(let new), _)):
      Conversion(ColumnType(old), ColumnType(new)) != .unknown
    case (.value, .value), (.list, .list), (.embedded, .embedded), (.ordered, .ordered), (.toOne, .toOne): true
    default: false
    }
  }
}
