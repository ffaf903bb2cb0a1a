import IgataDiagnostics
import IgataSchema

extension Comparison {
  /// Compares the enums that columns have.
  mutating func compareTypes() {
    for pair in match.enums { compareCases(pair) }
  }

  private mutating func compareCases(_ pair: EnumMatch) {
    let (before, after) = (old.enums[pair.old], new.enums[pair.new])
    if before.name != after.name {
      add(
        .typeRenamed, .none, after.name, "enum '\(before.name)' is '\(after.name)' now", at: after.origin.range,
        breaks: .source)
    }
    for (index, item) in after.cases.enumerated() where !pair.cases.contains(index) && !item.isUnknown {
      addCase(item, of: after, to: before)
    }
    for (index, target) in pair.cases.enumerated() {
      if let target {
        compareCase(before.cases[index], after.cases[target], pair)
      } else if !before.cases[index].isUnknown {
        removeCase(before.cases[index], from: pair)
      }
    }
    compareUnknownCases(pair)
  }

  private mutating func addCase(_ item: EnumType.Case, of type: EnumType, to old: EnumType) {
    let isReadable = old.unknownCase != nil
    // The column of an enum with an unknown case has no check.
    let hasNoCheck = isReadable && type.unknownCase != nil
    add(
      .caseAdded, .safe, "\(type.name).\(item.name)", "case '\(item.name)' is added to enum '\(type.name)'",
      at: item.origin.range, plan: hasNoCheck ? ChangePlan.none : nil, breaks: isReadable ? .source : .all)
  }

  private mutating func compareCase(_ old: EnumType.Case, _ item: EnumType.Case, _ pair: EnumMatch) {
    let type = new.enums[pair.new]
    let path = "\(type.name).\(item.name)"
    let isMerged = pair.cases.count { $0.map { type.cases[$0].name } == item.name } > 1
    if isMerged, old.name != item.name {
      add(
        .casesMerged, .destructive, path, "rows with case '\(old.name)' get case '\(item.name)'", at: item.origin.range,
        breaks: .all)
      return
    }
    if old.name != item.name {
      add(
        .caseRenamed, .none, path, "case '\(old.name)' is renamed to '\(item.name)'", at: item.origin.range,
        breaks: .source)
    }
    if old.rawValue != item.rawValue, !item.isUnknown {
      add(
        .rawValueChanged, .safe, path,
        "case '\(item.name)' is stored as \(item.rawValue.text), and no longer as \(old.rawValue.text)",
        at: item.origin.range, breaks: [.storage, .dictionary])
    }
  }

  private mutating func removeCase(_ item: EnumType.Case, from pair: EnumMatch) {
    let type = new.enums[pair.new]
    for column in columns(of: pair) where column.backfill == nil {
      report(.needsBackfill(ofCase: item.name, in: type.name, column))
    }
    let isGuarded = columns(of: pair).contains { $0.backfill?.kind == Backfill.Kind.none }
    add(
      .caseRemoved, isGuarded ? .guarded : .needsData, "\(type.name).\(item.name)",
      "case '\(item.name)' of enum '\(type.name)' is removed", at: type.origin.range, breaks: .all,
      allowed: type.allowedRules)
  }

  /// Compares whether raw values of no case are accepted.
  private mutating func compareUnknownCases(_ pair: EnumMatch) {
    let (before, after) = (old.enums[pair.old], new.enums[pair.new])
    guard (before.unknownCase == nil) != (after.unknownCase == nil) else { return }
    if let index = after.unknownCase {
      add(
        .boundsLoosened, .safe, after.name, "enum '\(after.name)' keeps raw values that no case has",
        at: after.cases[index].origin.range, breaks: [.storage, .source])
      return
    }
    for column in columns(of: pair) where column.backfill == nil { report(.needsBackfill(unknownIn: after, column)) }
    add(
      .boundsTightened, .needsData, after.name, "enum '\(after.name)' no longer keeps raw values that no case has",
      at: after.origin.range, breaks: [.storage, .source])
  }

  /// The columns that have the enums of a pair.
  private func columns(of pair: EnumMatch) -> [ComparedColumn] {
    match.models.flatMap { model in
      model.columns.filter { column in
        old.models[model.old].columns[column.old].type == .enumeration(pair.old)
          && new.models[model.new].columns[column.new].type == .enumeration(pair.new)
        // What refers to a key gets the key's new value.
      }.map { tables.comparedColumn($0, of: model) }.filter { !$0.isReference }
    } + match.valueMoves.flatMap { move in
      move.columns.filter { column in
        old.models[move.sourceModel].columns[column.old].type == .enumeration(pair.old)
          && new.models[move.targetModel].columns[column.new].type == .enumeration(pair.new)
      }.map { tables.comparedColumn($0, of: move) }
    }
  }
}

extension EnumType.RawValue {
  /// The value as SQL has it, for messages.
  var text: String {
    switch self {
    case .string(let text): "'\(text)'"
    case .integer(let number): String(number)
    }
  }
}
