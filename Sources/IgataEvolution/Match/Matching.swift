import IgataDiagnostics
import IgataSchema

/// Finds the declarations of two schemas that are the same ones: by `@renamed`, or else by name.
///
/// Whatever only the old schema has must be explained exactly once: by `@renamed(from:)` or by `reserved`.
struct Matching {
  var match: SchemaMatch
  private(set) var diagnostics: [Diagnostic] = []
  let declarations: Declarations
  /// For each matched model, the fields of which nothing says what becomes of their values.
  private var unexplained: [[Int]] = []
  /// The models of which nothing says what becomes of their rows.
  private var unexplainedModels: [Int] = []

  init(_ old: Schema, _ new: Schema, _ declarations: Declarations) {
    match = SchemaMatch(old, new)
    self.declarations = declarations
  }

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  var old: Schema { match.old }
  var new: Schema { match.new }

  // MARK: Models

  mutating func matchModels() {
    let names = matchNames(
      old: old.models.map(\.name),
      new: new.models.map { NewName(name: $0.name, range: $0.origin.range, former: $0.renamedFrom) },
      reserved: new.reservedModels, in: .schema)
    for (index, source) in names.sources.enumerated() {
      if let source {
        match.add(ModelMatch(old: source, new: index))
      } else {
        match.addedModels.append(index)
      }
    }
    match.removedModels = names.removed
    unexplainedModels = names.unexplained
  }

  /// Reports the models of which nothing says what becomes of their rows, except for those that became a struct with
  /// their name.
  private mutating func reportUnexplainedModels() {
    for model in unexplainedModels {
      let isStruct = match.valueMoves.contains { valueMove in
        guard valueMove.sourceModel == model, case .modelBecameStruct(let field) = valueMove.kind,
          case .embedded(let structure, _) = new.models[valueMove.targetModel].fields[field].kind
        else { return false }
        return new.structs[structure].name == old.models[model].name
      }
      if !isStruct { reportRemoval(ofModel: model, candidates: candidates(for: model)) }
    }
  }

  /// The new models that could be a model of the old schema: those with most of its fields.
  private func candidates(for model: Int) -> [Int] {
    let names = Set(old.models[model].fields.map(\.name))
    return match.addedModels.filter { candidate in
      let fields = new.models[candidate].fields
      return fields.count { names.contains($0.name) } * 2 >= max(fields.count, names.count)
    }
  }

  // MARK: Fields

  mutating func matchFields() {
    findMoves()
    for index in match.models.indices { matchFields(of: index) }
    for index in match.models.indices { matchColumns(of: index) }
    for index in match.models.indices { matchForeignKeyColumns(of: index) }
    findValueMoves()
    reportUnexplainedModels()
    reportUnexplained()
  }

  /// The fields that were moved from another model.
  private mutating func findMoves() {
    for (newModel, model) in new.models.enumerated() {
      for (newField, field) in model.fields.enumerated() {
        guard let former = field.renamedFrom, let name = former.model else { continue }
        // An earlier version has moved it.
        if let target = match.model(new: newModel),
          old.models[target.old].fields.contains(where: { $0.name == field.name })
        {
          continue
        }
        guard let oldModel = old.models.firstIndex(where: { $0.name == name }),
          let oldField = old.models[oldModel].fields.firstIndex(where: { $0.name == former.name })
        else {
          report(.unknownFormerName(former, in: "the old schema", nearest: nil))
          continue
        }
        // A field of the same model is renamed.
        if match.newModels[oldModel] == newModel { continue }
        if let first = match.moves.first(where: { $0.oldModel == oldModel && $0.oldField == oldField }) {
          let range = new.models[first.newModel].fields[first.newField].origin.range
          report(.claimedTwice(former, by: range, isField: false))
          continue
        }
        match.moves.append(
          FieldMove(oldModel: oldModel, oldField: oldField, newModel: newModel, newField: newField))
      }
    }
  }

  private mutating func matchFields(of index: Int) {
    let pair = match.models[index]
    let (before, after) = (old.models[pair.old], new.models[pair.new])
    let moved = Set(match.moves.filter { $0.oldModel == pair.old }.map(\.oldField))
    let names = matchNames(
      old: before.fields.map(\.name),
      new: after.fields.map { field in
        let former = field.renamedFrom.flatMap { $0.model == nil || $0.model == before.name ? $0 : nil }
        return NewName(name: field.name, range: field.origin.range, former: former)
      },
      reserved: after.reservedNames, in: .model(pair.new), usedElsewhere: moved)
    reportKeptMoves(of: pair, names)
    for (field, source) in names.sources.enumerated() {
      if let source {
        match.models[index].fields.append(FieldMatch(old: source, new: field))
      } else {
        match.models[index].addedFields.append(field)
      }
    }
    match.models[index].removedFields = names.removed
    matchImpliedFields(of: index)
    unexplained.append(names.unexplained.filter { before.fields[$0].storesValues && !before.fields[$0].isLinked })
  }

  /// Reports fields that stay although they are moved.
  private mutating func reportKeptMoves(of pair: ModelMatch, _ names: NameMatch) {
    for move in match.moves where move.oldModel == pair.old {
      guard let field = names.sources.firstIndex(of: move.oldField),
        let former = new.models[move.newModel].fields[move.newField].renamedFrom
      else { continue }
      report(.claimedTwice(former, by: new.models[pair.new].fields[field].origin.range, isField: false))
    }
  }

  /// Matches the fields that relations imply, which are named after the columns that they refer to.
  private mutating func matchImpliedFields(of index: Int) {
    let (before, after) = (old.models[match.models[index].old], new.models[match.models[index].new])
    for pair in match.models[index].fields {
      guard let left = before.foreignKeys.first(where: { $0.field == pair.old && $0.isLinked }),
        let right = after.foreignKeys.first(where: { $0.field == pair.new && $0.isLinked }),
        left.columns.count == right.columns.count
      else { continue }
      for (old, new) in zip(left.columns, right.columns) {
        let implied = FieldMatch(old: before.columns[old].field, new: after.columns[new].field)
        guard before.fields[implied.old].isImplied, after.fields[implied.new].isImplied,
          match.models[index].removedFields.contains(implied.old), match.models[index].addedFields.contains(implied.new)
        else { continue }
        match.models[index].removedFields.removeAll { $0 == implied.old }
        match.models[index].addedFields.removeAll { $0 == implied.new }
        match.models[index].fields.append(implied)
      }
    }
  }

  /// Reports the fields of which nothing says what becomes of their values, unless their columns stay.
  private mutating func reportUnexplained() {
    for (pair, fields) in zip(match.models, unexplained) {
      let model = old.models[pair.old]
      for field in fields {
        let columns = model.columns.indices.filter { model.columns[$0].field == field }
        if !columns.isEmpty, columns.allSatisfy({ pair.newColumn(of: $0) != nil }) { continue }
        reportRemoval(of: model.fields[field], in: .model(pair.new), candidates: pair.addedFields)
      }
    }
  }

  // MARK: Columns

  /// Matches the columns that change between a field and a relation by their names: `pid: Int64` and
  /// `p: P @columns("pid")` are about the same column.
  private mutating func matchForeignKeyColumns(of index: Int) {
    let pair = match.models[index]
    let (before, after) = (old.models[pair.old], new.models[pair.new])
    let reserved = Set(after.reservedNames.map(\.name))
    for new in after.columns.indices where pair.oldColumn(of: new) == nil {
      let old = before.columns.indices.first { old in
        !hasOtherTarget(before.columns[old], after.columns[new], pair)
          && foldedName(before.columns[old].name) == foldedName(after.columns[new].name)
          && before.columns[old].type.isStored(like: after.columns[new].type, self.old, self.new)
          && pair.newColumn(of: old) == nil && !reserved.contains(before.fields[before.columns[old].field].name)
          && (before.isInForeignKey(old) || after.isInForeignKey(new))
      }
      if let old { match.models[index].columns.append(ColumnMatch(old: old, new: new)) }
    }
    match.models[index].columns.sort { $0.new < $1.new }
  }

  private mutating func matchColumns(of index: Int) {
    let pair = match.models[index]
    let (before, after) = (old.models[pair.old], new.models[pair.new])
    for new in after.columns.indices {
      guard let field = pair.oldField(of: after.columns[new].field) else { continue }
      let candidates = before.columns.indices.filter { before.columns[$0].field == field }
      let isOnly = candidates.count == 1 && after.columns.count { $0.field == after.columns[new].field } == 1
      let old = candidates.first { old in
        if hasOtherTarget(before.columns[old], after.columns[new], pair) { return false }
        return isOnly && !isReference(before.columns[old], after.columns[new])
          && before.columns[old].path.isEmpty && after.columns[new].path.isEmpty
          || isSame(ColumnLocation(pair.old, old), ColumnLocation(pair.new, new))
      }
      guard let old else { continue }
      match.models[index].columns.append(ColumnMatch(old: old, new: new))
      matchEnums(of: [ColumnMatch(old: old, new: new)], before, after)
    }
  }

  /// Matches the cases of the enums that matched columns have.
  mutating func matchEnums(of columns: [ColumnMatch], _ before: Model, _ after: Model) {
    for column in columns {
      guard case .enumeration(let old) = before.columns[column.old].type,
        case .enumeration(let new) = after.columns[column.new].type
      else { continue }
      matchCases(of: old, new)
    }
  }

  /// Whether two columns refer to the same model, and so have to refer to the same of its columns.
  private func isReference(_ old: Column, _ new: Column) -> Bool {
    guard case .reference(let before, _, _) = old.role, case .reference(let after, _, _) = new.role
    else { return false }
    return match.newModels[before] == after
  }

  /// Whether two columns of the same field refer to different models.
  private func hasOtherTarget(_ old: Column, _ new: Column, _ pair: ModelMatch) -> Bool {
    guard pair.oldField(of: new.field) == old.field, case .reference(let before, _, _) = old.role,
      case .reference(let after, _, _) = new.role
    else { return false }
    return match.newModels[before] != after
  }

  private struct ColumnLocation {
    var model: Int
    var column: Int

    init(_ model: Int, _ column: Int) { (self.model, self.column) = (model, column) }
  }

  /// Whether two columns hold the same value. Follows references as far as they lead, without recursion.
  private mutating func isSame(_ old: ColumnLocation, _ new: ColumnLocation) -> Bool {
    var (old, new) = (old, new)
    while true {
      let (before, after) = (self.old.models[old.model], self.new.models[new.model])
      let (left, right) = (before.columns[old.column], after.columns[new.column])
      guard isSameField(before, left, after, right, of: new.model, formerly: old.model) else { return false }
      switch (left.role, right.role) {
      case (.reference(let oldTarget, let oldColumn, _), .reference(let newTarget, let newColumn, _)):
        guard match.newModels[oldTarget] == newTarget else { return false }
        (old, new) = (ColumnLocation(oldTarget, oldColumn), ColumnLocation(newTarget, newColumn))
      case (.reference, _), (_, .reference): return false
      default: return true
      }
    }
  }

  private mutating func isSameField(
    _ before: Model, _ left: Column, _ after: Model, _ right: Column, of newModel: Int, formerly oldModel: Int
  ) -> Bool {
    guard let pair = match.model(new: newModel), pair.old == oldModel, pair.oldField(of: right.field) == left.field
    else { return false }
    return isSamePath((before.fields[left.field].kind, after.fields[right.field].kind), left.path[...], right.path[...])
  }

  /// Whether the fields of structs lead to the same one.
  mutating func isSamePath(_ fields: (FieldKind, FieldKind), _ left: ArraySlice<Int>, _ right: ArraySlice<Int>) -> Bool
  {
    var kinds = fields
    for (oldStep, newStep) in zip(left, right) {
      guard case .embedded(let oldStruct, _) = kinds.0, case .embedded(let newStruct, _) = kinds.1,
        oldFields(OwnerPair(old: .structure(oldStruct), new: .structure(newStruct)))[newStep] == oldStep
      else { return false }
      kinds = (old.structs[oldStruct].fields[oldStep].kind, new.structs[newStruct].fields[newStep].kind)
    }
    return left.count == right.count
  }
}

extension Model {
  fileprivate func isInForeignKey(_ column: Int) -> Bool { foreignKeys.contains { $0.columns.contains(column) } }
}

extension Field {
  /// Whether rows hold something for the field, which is lost if it is removed.
  var storesValues: Bool { !kind.isInverse && !isImplied }
}
