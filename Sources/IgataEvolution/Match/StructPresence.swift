import IgataSchema
import IgataTables

/// Whether an optional struct is there in a row that is brought to the new schema.
enum StructPresence: Hashable, Sendable {
  case always
  /// Where an old column isn't null.
  case column(Int)
  case never
}

/// The optional structs that columns are parts of.
///
/// All their columns can be null, as the struct can be `nil`. Whether a row that has the struct needs a value is a
/// matter of the field alone, of which the tables say nothing.
extension MatchedTables {
  // MARK: The new schema

  /// Whether the innermost optional struct that a new column is a part of is there.
  func structPresence(ofColumn index: Int, of model: ModelMatch) -> StructPresence {
    let column = match.new.models[model.new].columns[index]
    return presence(column, column.path.count - 1, model)
  }

  /// Whether a new column has a value in every row, or in every one that has the optional struct.
  func isRequired(_ index: Int, of model: Int) -> Bool {
    let column = match.new.models[model].columns[index]
    return !new[model].table.columns[index].isNullable || isRequiredMember(column, match.new, model)
  }

  /// Whether an old column can be null for a row in which the new one needs a value.
  func losesNulls(_ columns: ColumnMatch, of model: ModelMatch) -> Bool {
    let (before, after) = (old[model.old].table.columns[columns.old], new[model.new].table.columns[columns.new])
    guard before.isNullable, isRequired(columns.new, of: model.new) else { return false }
    if !after.isNullable || isOptionalMember(columns.old, of: model.old) { return true }
    switch (structPresence(ofColumn: columns.new, of: model), oldStructPresence(ofColumn: columns.old, of: model.old)) {
    case (.never, _), (_, .always): return false
    case (let new, let old): return new != old
    }
  }

  /// - Parameter level: How many structs the one is in; -1 for the model itself.
  private func presence(_ column: Column, _ level: Int, _ model: ModelMatch) -> StructPresence {
    guard level >= 0 else { return .always }
    let outer = presence(column, level - 1, model)
    guard isOptionalStruct(column, level, match.new, model.new) else { return outer }
    switch former(column, level, model) {
    case .structure(let field, let steps): return oldPresence(field, steps, of: model.old)
    // The rows of a model become its values.
    case .other: return outer
    case nil: return isFilled(column, level, of: model.new) ? outer : .never
    }
  }

  /// Whether the innermost optional struct that a column of the target of a move is a part of is there, inside of what
  /// the source gives.
  func structPresence(ofColumn index: Int, of move: ValueMove) -> StructPresence {
    let columns = match.new.models[move.targetModel].columns
    let column = columns[index]
    guard let level = optionalLevel(column, of: move) else { return .always }
    let moved = move.columns.first { pair in
      let other = columns[pair.new]
      return other.field == column.field && other.path.count > level
        && other.path.prefix(level) == column.path.prefix(level)
        && !hasOptionalStruct(other, inside: level, of: move.targetModel)
    }
    guard let moved else { return isFilled(column, level, of: move.targetModel) ? .always : .never }
    let presence = oldStructPresence(ofColumn: moved.old, of: move.sourceModel)
    // A row is inserted only for a struct that is there.
    guard case .structBecameModel = move.kind else { return presence }
    let whole = oldPresence(match.old.models[move.sourceModel].columns[moved.old].field, [], of: move.sourceModel)
    return presence == whole ? .always : presence
  }

  /// Whether a row of the target without one of the source has the innermost optional struct that a column is a part
  /// of.
  func hasStructWithoutSource(_ index: Int, of move: ValueMove) -> Bool {
    let column = match.new.models[move.targetModel].columns[index]
    return optionalLevel(column, of: move).map { isFilled(column, $0, of: move.targetModel) } ?? true
  }

  /// How many structs of what the source gives the innermost optional one is in; `nil` if there is none.
  private func optionalLevel(_ column: Column, of move: ValueMove) -> Int? {
    // The rows of a model are the values of the struct that it becomes.
    let first = if case .modelBecameStruct = move.kind { 1 } else { 0 }
    return column.path.indices.last { $0 >= first && isOptionalStruct(column, $0, match.new, move.targetModel) }
  }

  private enum Former {
    /// The field and the fields of structs that led to it.
    case structure(field: Int, steps: [Int])
    case other
  }

  /// What a struct of the new schema was; `nil` if it is new.
  private func former(_ column: Column, _ level: Int, _ model: ModelMatch) -> Former? {
    guard let field = model.oldField(of: column.field) else { return nil }
    var kinds = (match.old.models[model.old].fields[field].kind, match.new.models[model.new].fields[column.field].kind)
    var steps: [Int] = []
    for step in column.path.prefix(level) {
      guard case .embedded(let before, _) = kinds.0, case .embedded(let after, _) = kinds.1 else { return .other }
      guard let source = match.oldFields(ofStruct: after, from: before)?[step] else { return nil }
      steps.append(source)
      kinds = (match.old.structs[before].fields[source].kind, match.new.structs[after].fields[step].kind)
    }
    guard case .embedded = kinds.0 else { return .other }
    return .structure(field: field, steps: steps)
  }

  /// Whether rows get a new struct: backfills and defaults give it all that it needs. A backfill of a field can be for
  /// another model that had the struct before.
  private func isFilled(_ column: Column, _ level: Int, of model: Int) -> Bool {
    let prefix = column.path.prefix(level)
    var hasBackfill = false
    for (index, other) in match.new.models[model].columns.enumerated() {
      guard other.field == column.field, other.path.prefix(level) == prefix,
        !hasOptionalStruct(other, inside: level, of: model),
        isRequiredMember(other, match.new, model)
      else { continue }
      let backfill = match.new.backfill(ofColumn: index, of: model)
      guard backfill != nil || new[model].table.columns[index].defaultValue != nil else { return false }
      if backfill != nil { hasBackfill = true }
    }
    return hasBackfill
  }

  // MARK: The old schema

  /// Whether the innermost optional struct that an old column is a part of is there.
  func oldStructPresence(ofColumn index: Int, of model: Int) -> StructPresence {
    let column = match.old.models[model].columns[index]
    return column.path.isEmpty ? .always : oldPresence(column.field, column.path.dropLast(), of: model)
  }

  private func oldPresence(_ field: Int, _ steps: [Int], of model: Int) -> StructPresence {
    var names = [match.old.models[model].fields[field].name]
    var kind = match.old.models[model].fields[field].kind
    var presence = StructPresence.always
    for level in 0...steps.count {
      guard case .embedded(let structure, let isOptional) = kind else { return presence }
      if isOptional, let found = old[model].table.structs.first(where: { $0.path == names })?.presenceColumn {
        presence = .column(found)
      }
      guard level < steps.count else { break }
      let member = match.old.structs[structure].fields[steps[level]]
      names.append(member.name)
      kind = member.kind
    }
    return presence
  }

  /// Whether an old column belongs to an optional field of a struct.
  func isOptionalMember(_ index: Int, of model: Int) -> Bool {
    let owner = match.old.models[model]
    let column = owner.columns[index]
    guard !column.path.isEmpty, case .value(_, isOptional: true)? = match.old.leafField(of: column, in: owner)?.kind
    else { return false }
    return true
  }

  /// Whether an old column has a value wherever a struct is there.
  func hasValue(_ index: Int, of model: Int, where presence: StructPresence) -> Bool {
    if !old[model].table.columns[index].isNullable { return true }
    let column = match.old.models[model].columns[index]
    guard isRequiredMember(column, match.old, model) else { return false }
    return oldStructPresence(ofColumn: index, of: model) == presence
  }

  // MARK: Either schema

  private func isRequiredMember(_ column: Column, _ schema: Schema, _ model: Int) -> Bool {
    guard !column.path.isEmpty else { return false }
    switch schema.leafField(of: column, in: schema.models[model])?.kind {
    case .value(_, isOptional: false), .list: return true
    default: return false
    }
  }

  private func isOptionalStruct(_ column: Column, _ level: Int, _ schema: Schema, _ model: Int) -> Bool {
    var outer = column
    outer.path = Array(column.path.prefix(level))
    guard case .embedded(_, isOptional: true)? = schema.leafField(of: outer, in: schema.models[model])?.kind
    else { return false }
    return true
  }

  /// Whether a new column is in an optional struct inside of the outermost one.
  func isNestedOptional(_ index: Int, of model: Int) -> Bool {
    let column = match.new.models[model].columns[index]
    return hasOptionalStruct(column, inside: 0, of: model)
  }

  private func hasOptionalStruct(_ column: Column, inside level: Int, of model: Int) -> Bool {
    (level + 1..<max(level + 1, column.path.count)).contains { isOptionalStruct(column, $0, match.new, model) }
  }
}
