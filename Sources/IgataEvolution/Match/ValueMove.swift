import IgataSchema

/// Values that go from the rows of one model to those of another one.
struct ValueMove: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// `note: String @renamed(from: "Account.note")`
    case fieldsMoved
    /// The index of the field that is a relation now.
    case structBecameModel(Int)
    /// The index of the field that is a struct now.
    case modelBecameStruct(Int)
  }

  let kind: Kind
  /// The model that has the values, in the old schema.
  let sourceModel: Int
  /// The model that gets them, in the new schema.
  let targetModel: Int
  /// The source's old columns, each with the new one of the target that gets its values.
  var columns: [ColumnMatch]
  /// The relation between the two in the old schema.
  var link: Link?
  /// The relation between the two in the new schema.
  var newLink: Link?
  /// How many relations there are along which values could go, if there isn't exactly one.
  var linkCount = 1

  /// The foreign key of a relation between the source and the target.
  struct Link: Hashable, Sendable {
    /// Whether the source has the foreign key.
    let belongsToSource: Bool
    let field: Int
    let columns: [Int]
    let references: [Int]

    init(_ key: ForeignKey, belongsToSource: Bool) {
      self.belongsToSource = belongsToSource
      field = key.field
      columns = key.columns
      references = key.references
    }
  }

  /// The old column of a new one of the target; `nil` if it has another value.
  func oldColumn(of new: Int) -> Int? { columns.first { $0.new == new }?.old }
}

extension SchemaMatch {
  /// The move by which a field gets its values.
  func valueMove(toModel model: Int, field: Int) -> ValueMove? {
    valueMoves.first { valueMove in
      valueMove.kind == .fieldsMoved && valueMove.targetModel == model
        && moves.contains { $0.newModel == model && $0.newField == field && $0.oldModel == valueMove.sourceModel }
    }
  }

  /// The move to whose inserted rows a new relation refers.
  func valueMove(ofRelation field: Int, in pair: ModelMatch) -> ValueMove? {
    valueMoves.first {
      $0.sourceModel == pair.old && $0.link == nil && $0.newLink?.belongsToSource == true && $0.newLink?.field == field
    }
  }
}

extension Matching {
  /// Finds the values that go to other models, after the fields of all models are matched.
  mutating func findValueMoves() {
    for move in match.moves {
      let columns = movedColumns(move)
      let known = match.valueMoves.firstIndex {
        $0.kind == .fieldsMoved && $0.sourceModel == move.oldModel && $0.targetModel == move.newModel
      }
      if let known {
        match.valueMoves[known].columns += columns
      } else {
        var valueMove = ValueMove(
          kind: .fieldsMoved, sourceModel: move.oldModel, targetModel: move.newModel, columns: columns)
        findLinks(of: &valueMove)
        match.valueMoves.append(valueMove)
      }
    }
    for pair in match.models {
      for field in pair.fields { findValueMove(of: field, in: pair) }
    }
  }

  // MARK: Moved fields

  private mutating func movedColumns(_ move: FieldMove) -> [ColumnMatch] {
    let (before, after) = (old.models[move.oldModel], new.models[move.newModel])
    let left = before.columns.indices.filter { before.columns[$0].field == move.oldField }
    let right = after.columns.indices.filter { after.columns[$0].field == move.newField }
    let kinds = (before.fields[move.oldField].kind, after.fields[move.newField].kind)
    let columns: [ColumnMatch]
    switch kinds {
    case (.value, .value), (.value, .list), (.list, .value), (.list, .list):
      columns = zip(left, right).map { ColumnMatch(old: $0, new: $1) }
    case (.embedded, .embedded), (.toOne, .toOne):
      columns = right.compactMap { new in
        left.first { isSameValue(before.columns[$0], after.columns[new], kinds) }.map { ColumnMatch(old: $0, new: new) }
      }
      // A part of a key refers to no row.
      if case .toOne = kinds.1, columns.count != right.count { return [] }
    default: return []
    }
    matchEnums(of: columns, before, after)
    return columns
  }

  private mutating func isSameValue(_ left: Column, _ right: Column, _ kinds: (FieldKind, FieldKind)) -> Bool {
    guard isSamePath(kinds, left.path[...], right.path[...]) else { return false }
    switch (left.role, right.role) {
    case (.reference(let oldTarget, let oldColumn, _), .reference(let newTarget, let newColumn, _)):
      return match.newModels[oldTarget] == newTarget
        && match.model(new: newTarget)?.oldColumn(of: newColumn) == oldColumn
    case (.reference, _), (_, .reference): return false
    default: return true
    }
  }

  /// Finds the relation along which the values of moved fields go: one that the old schema has, or else a new one.
  private func findLinks(of valueMove: inout ValueMove) {
    let target = match.model(new: valueMove.targetModel)
    let links = target.map { Self.links(in: old, valueMove.sourceModel, $0.old) } ?? []
    let newLinks = match.newModels[valueMove.sourceModel].map { Self.links(in: new, $0, valueMove.targetModel) } ?? []
    if links.isEmpty {
      // A relation that both schemas have would be among the old ones.
      valueMove.newLink = newLinks.count == 1 ? newLinks[0] : nil
      valueMove.linkCount = newLinks.count
      return
    }
    valueMove.linkCount = links.count
    guard links.count == 1 else { return }
    valueMove.link = links[0]
    let holder = links[0].belongsToSource ? match.models.first { $0.old == valueMove.sourceModel } : target
    valueMove.newLink = newLinks.first {
      $0.belongsToSource == links[0].belongsToSource && holder?.oldField(of: $0.field) == links[0].field
    }
  }

  private static func links(in schema: Schema, _ source: Int, _ target: Int) -> [ValueMove.Link] {
    schema.models[source].foreignKeys.filter { $0.target == target }.map { .init($0, belongsToSource: true) }
      + schema.models[target].foreignKeys.filter { $0.target == source }.map { .init($0, belongsToSource: false) }
  }

  // MARK: Structs and models

  private mutating func findValueMove(of field: FieldMatch, in pair: ModelMatch) {
    let (before, after) = (old.models[pair.old], new.models[pair.new])
    switch (before.fields[field.old].kind, after.fields[field.new].kind) {
    case (.embedded(let structure, _), .toOne(let target, _, _)) where match.model(new: target) == nil:
      guard let key = after.foreignKey(of: field.new) else { return }
      let fields = oldFields(OwnerPair(old: .structure(structure), new: .model(target)))
      let columns = new.models[target].columns.indices.compactMap { index -> ColumnMatch? in
        let column = new.models[target].columns[index]
        guard let step = fields[column.field] else { return nil }
        let kinds = (old.structs[structure].fields[step].kind, new.models[target].fields[column.field].kind)
        return before.columns.indices.first { old in
          before.columns[old].field == field.old && before.columns[old].path.first == step
            && isSamePath(kinds, before.columns[old].path.dropFirst(), column.path[...])
        }.map { ColumnMatch(old: $0, new: index) }
      }
      matchEnums(of: columns, before, new.models[target])
      match.valueMoves.append(
        ValueMove(
          kind: .structBecameModel(field.new), sourceModel: pair.old, targetModel: target, columns: columns,
          newLink: ValueMove.Link(key, belongsToSource: true)))
    case (.toOne(let target, _, _), .embedded(let structure, _)) where match.newModels[target] == nil:
      guard let key = before.foreignKey(of: field.old) else { return }
      let fields = oldFields(OwnerPair(old: .model(target), new: .structure(structure)))
      let columns = after.columns.indices.compactMap { index -> ColumnMatch? in
        let column = after.columns[index]
        guard column.field == field.new, let step = column.path.first, let source = fields[step] else { return nil }
        let kinds = (old.models[target].fields[source].kind, new.structs[structure].fields[step].kind)
        return old.models[target].columns.indices.first { old in
          let former = self.old.models[target].columns[old]
          return former.field == source && isSamePath(kinds, former.path[...], column.path.dropFirst())
        }.map { ColumnMatch(old: $0, new: index) }
      }
      matchEnums(of: columns, old.models[target], after)
      match.valueMoves.append(
        ValueMove(
          kind: .modelBecameStruct(field.new), sourceModel: target, targetModel: pair.new, columns: columns,
          link: ValueMove.Link(key, belongsToSource: false)))
    default: break
    }
  }
}
