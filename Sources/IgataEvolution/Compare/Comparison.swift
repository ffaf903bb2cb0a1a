import IgataDiagnostics
import IgataSchema
import IgataTables

/// Compares what is matched, and reports what rows need.
///
/// Columns are compared as tables have them, so that a newtype, a struct or a naming rule matters only where it changes
/// what is stored.
struct Comparison {
  let tables: MatchedTables
  let declarations: Declarations
  /// The new names of the tables whose rows own SQL changes before, by dialect.
  private let preparedTables: [String: Set<String>]
  private(set) var changes: [Change] = []
  private(set) var diagnostics: [Diagnostic] = []

  /// - Parameters:
  ///   - own: The SQL that the author adds, by dialect.
  ///   - dialects: The dialects for which the version gets a script.
  init(_ tables: MatchedTables, _ declarations: Declarations, own: [String: OwnSQL], _ dialects: [String]) {
    self.tables = tables
    self.declarations = declarations
    let pairs = own.isEmpty ? [] : tables.pairs
    let prepared = dialects.map { dialect in
      let changed = own[dialect]?.tablesChangedBefore() ?? []
      return (dialect, Set(pairs.filter { changed.contains(foldedName($0.old.name)) }.map(\.new.name)))
    }
    preparedTables = Dictionary(prepared) { first, _ in first }
  }

  /// The dialects for which the version gets a script.
  var dialects: Set<String> { Set(preparedTables.keys) }

  var match: SchemaMatch { tables.match }
  var old: Schema { match.old }
  var new: Schema { match.new }
  var oldTables: [ModelTable] { tables.old }
  var newTables: [ModelTable] { tables.new }

  mutating func compare() {
    compareTypes()
    for index in new.models.indices {
      if let pair = match.model(new: index) { compare(pair) } else { addModel(index) }
    }
    for index in match.removedModels { removeModel(index) }
    checkReferences()
    checkFunctions()
  }

  /// Adds a change. One that can stop is an error unless the schema says why it doesn't.
  ///
  /// - Parameters:
  ///   - allowed: The rules that `@allow` suppresses at the declaration.
  ///   - remedy: What keeps rows from stopping it.
  mutating func add(
    _ kind: ChangeKind, _ effect: RowEffect, _ path: String, _ message: String, at range: SourceRange,
    isGone: Bool = false, plan: ChangePlan? = nil, breaks: Audiences, allowed: [String] = [],
    remedy: StopRemedy = .fittingRows
  ) {
    let change = Change(kind, effect, path, message, at: range, isGone: isGone, plan: plan, breaks: breaks)
    changes.append(change)
    guard change.effect == .guarded, !allowed.contains(DiagnosticKind.mayStop.id) else { return }
    let unprepared = unpreparedDialects(change)
    if !unprepared.isEmpty { report(.mayStop(change, unprepared, remedy)) }
  }

  /// Adds a change of a column.
  mutating func add(
    _ kind: ChangeKind, _ effect: RowEffect, _ column: ComparedColumn, _ message: String, plan: ChangePlan? = nil,
    breaks: Audiences
  ) {
    add(kind, effect, column.path, message, at: column.range, plan: plan, breaks: breaks, allowed: column.allowedRules)
  }

  /// The dialects whose own SQL changes no rows of the table before, so that they fit.
  private func unpreparedDialects(_ change: Change) -> [String] {
    let names = preparedTables.values.allSatisfy(\.isEmpty) ? [] : tables.tableNames(of: change)
    return preparedTables.filter { $0.value.isDisjoint(with: names) }.keys.sorted(by: >)
  }

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }
}

extension Comparison {
  /// Whether a field isn't in the source, and one of the given relations implies it.
  private func isImplied(_ field: Int, by relations: [Int], of model: Model) -> Bool {
    guard model.fields[field].isImplied else { return false }
    return model.foreignKeys.contains { key in
      key.isLinked && relations.contains(key.field) && key.columns.contains { model.columns[$0].field == field }
    }
  }

  /// Whether the fields that both have are in another order.
  private func isReordered(_ pair: ModelMatch) -> Bool {
    zip(pair.fields, pair.fields.dropFirst()).contains { $0.old > $1.old }
  }

  private mutating func compare(_ pair: ModelMatch) {
    compareNames(pair)
    let (before, after) = (old.models[pair.old], new.models[pair.new])
    let isUnchanged = tables.unchanged.new[pair.new]
    for index in after.fields.indices {
      if let old = pair.oldField(of: index) {
        compareField(FieldMatch(old: old, new: index), of: pair, isUnchanged: isUnchanged)
      } else if !isImplied(index, by: pair.addedFields, of: after) {
        addField(index, to: pair)
      }
    }
    for index in pair.removedFields where !isImplied(index, by: pair.removedFields, of: before) {
      removeField(index, of: pair)
    }
    if isReordered(pair) {
      add(
        .orderChanged, .none, after.name, "the fields of '\(after.name)' are in another order", at: after.origin.range,
        breaks: .source)
    }
    compareElementBounds(pair)
    if isUnchanged { return }
    compareKeys(pair)
    compareUniques(pair)
    compareIndexes(pair)
    compareChecks(pair)
    compareDistribution(pair)
  }
}
