import IgataSchema

/// Values that go from the rows of one model to those of another one.
struct Taking: Hashable, Sendable {
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
  let giver: Int
  /// The model that gets them, in the new schema.
  let taker: Int
  /// The giver's old column of the taker's new ones.
  var columns: [ColumnMatch]
  /// The relation between the two in the old schema.
  var link: Link?
  /// The relation between the two in the new schema.
  var newLink: Link?
  /// How many relations there are along which values could go, if there isn't exactly one.
  var linkCount = 1

  /// The foreign key of a relation between a giver and a taker.
  struct Link: Hashable, Sendable {
    /// Whether the giver has the foreign key.
    let isGivers: Bool
    let field: Int
    let columns: [Int]
    let references: [Int]

    init(_ key: ForeignKey, isGivers: Bool) {
      self.isGivers = isGivers
      field = key.field
      columns = key.columns
      references = key.references
    }
  }

  /// The old column of a new one of the taker; `nil` if it has another value.
  func oldColumn(of new: Int) -> Int? { columns.first { $0.new == new }?.old }
}

extension SchemaMatch {
  /// The taking by which a field gets its values.
  func taking(model: Int, field: Int) -> Taking? {
    takings.first { taking in
      taking.kind == .fieldsMoved && taking.taker == model
        && moves.contains { $0.newModel == model && $0.newField == field && $0.oldModel == taking.giver }
    }
  }

  /// The taking whose rows a new relation refers to.
  func taking(ofRelation field: Int, in pair: ModelMatch) -> Taking? {
    takings.first {
      $0.giver == pair.old && $0.link == nil && $0.newLink?.isGivers == true && $0.newLink?.field == field
    }
  }
}

extension Matching {
  /// Finds the values that go to other models, after the fields of all models are matched.
  mutating func findTakings() {
    for move in match.moves {
      let columns = movedColumns(move)
      let known = match.takings.firstIndex {
        $0.kind == .fieldsMoved && $0.giver == move.oldModel && $0.taker == move.newModel
      }
      if let known {
        match.takings[known].columns += columns
      } else {
        var taking = Taking(kind: .fieldsMoved, giver: move.oldModel, taker: move.newModel, columns: columns)
        findLinks(of: &taking)
        match.takings.append(taking)
      }
    }
    for pair in match.models {
      for field in pair.fields { findTaking(of: field, in: pair) }
    }
  }

  // MARK: Moved fields

  private mutating func movedColumns(_ move: FieldMove) -> [ColumnMatch] {
    let (before, after) = (old.models[move.oldModel], new.models[move.newModel])
    let left = before.columns.indices.filter { before.columns[$0].field == move.oldField }
    let right = after.columns.indices.filter { after.columns[$0].field == move.newField }
    let kinds = (before.fields[move.oldField].kind, after.fields[move.newField].kind)
    switch kinds {
    case (.value, .value), (.value, .list), (.list, .value), (.list, .list):
      return matched(zip(left, right).map { ColumnMatch(old: $0, new: $1) }, before, after)
    case (.embedded, .embedded), (.toOne, .toOne):
      let columns = right.compactMap { new in
        left.first { isSameValue(before.columns[$0], after.columns[new], kinds) }.map { ColumnMatch(old: $0, new: new) }
      }
      // A part of a key refers to no row.
      if case .toOne = kinds.1, columns.count != right.count { return [] }
      return matched(columns, before, after)
    default: return []
    }
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

  /// Matches the enums of columns that are matched.
  private mutating func matched(_ columns: [ColumnMatch], _ before: Model, _ after: Model) -> [ColumnMatch] {
    for column in columns {
      if case .enumeration(let old) = before.columns[column.old].type,
        case .enumeration(let new) = after.columns[column.new].type
      {
        matchCases(of: Pair(old: old, new: new))
      }
    }
    return columns
  }

  /// Finds the relation along which the values of moved fields go: one that the old schema has, or else a new one.
  private func findLinks(of taking: inout Taking) {
    let taker = match.model(new: taking.taker)
    let links = taker.map { Self.links(in: old, taking.giver, $0.old) } ?? []
    let newLinks = match.newModels[taking.giver].map { Self.links(in: new, $0, taking.taker) } ?? []
    if links.isEmpty {
      // A relation that both schemas have would be among the old ones.
      taking.newLink = newLinks.count == 1 ? newLinks[0] : nil
      taking.linkCount = newLinks.count
      return
    }
    taking.linkCount = links.count
    guard links.count == 1 else { return }
    taking.link = links[0]
    let holder = links[0].isGivers ? match.models.first { $0.old == taking.giver } : taker
    taking.newLink = newLinks.first {
      $0.isGivers == links[0].isGivers && holder?.oldField(of: $0.field) == links[0].field
    }
  }

  private static func links(in schema: Schema, _ giver: Int, _ taker: Int) -> [Taking.Link] {
    schema.models[giver].foreignKeys.filter { $0.target == taker }.map { Taking.Link($0, isGivers: true) }
      + schema.models[taker].foreignKeys.filter { $0.target == giver }.map { Taking.Link($0, isGivers: false) }
  }

  // MARK: Structs and models

  private mutating func findTaking(of field: FieldMatch, in pair: ModelMatch) {
    let (before, after) = (old.models[pair.old], new.models[pair.new])
    switch (before.fields[field.old].kind, after.fields[field.new].kind) {
    case (.embedded(let structure, _), .toOne(let target, _, _)) where match.model(new: target) == nil:
      guard let key = after.foreignKeys.first(where: { $0.field == field.new }) else { return }
      let fields = oldFields(ofStruct: structure, inModel: target)
      let columns = new.models[target].columns.indices.compactMap { index -> ColumnMatch? in
        let column = new.models[target].columns[index]
        guard let step = fields[column.field] else { return nil }
        let kinds = (old.structs[structure].fields[step].kind, new.models[target].fields[column.field].kind)
        return before.columns.indices.first { old in
          before.columns[old].field == field.old && before.columns[old].path.first == step
            && isSamePath(kinds, before.columns[old].path.dropFirst(), column.path[...])
        }.map { ColumnMatch(old: $0, new: index) }
      }
      match.takings.append(
        Taking(
          kind: .structBecameModel(field.new), giver: pair.old, taker: target,
          columns: matched(columns, before, new.models[target]), newLink: Taking.Link(key, isGivers: true)))
    case (.toOne(let target, _, _), .embedded(let structure, _)) where match.newModels[target] == nil:
      guard let key = before.foreignKeys.first(where: { $0.field == field.old }) else { return }
      let fields = oldFields(ofModel: target, inStruct: structure)
      let columns = after.columns.indices.compactMap { index -> ColumnMatch? in
        let column = after.columns[index]
        guard column.field == field.new, let step = column.path.first, let source = fields[step] else { return nil }
        let kinds = (old.models[target].fields[source].kind, new.structs[structure].fields[step].kind)
        return old.models[target].columns.indices.first { old in
          let former = self.old.models[target].columns[old]
          return former.field == source && isSamePath(kinds, former.path[...], column.path.dropFirst())
        }.map { ColumnMatch(old: $0, new: index) }
      }
      match.takings.append(
        Taking(
          kind: .modelBecameStruct(field.new), giver: target, taker: pair.new,
          columns: matched(columns, old.models[target], after), link: Taking.Link(key, isGivers: false)))
    default: break
    }
  }

  /// The field of a struct for each field of the model that the struct became.
  private mutating func oldFields(ofStruct structure: Int, inModel model: Int) -> [Int?] {
    let pair = Pair(old: structure, new: model)
    if let known = structModels[pair] { return known }
    let (before, after) = (old.structs[structure], new.models[model])
    let claims = claimed(
      old: before.fields.map(\.name), new: after.fields.map { NewName($0) }, reserved: after.reservedNames,
      in: .model(model))
    for field in claims.unexplained {
      let added = claims.sources.indices.filter { claims.sources[$0] == nil }
      reportRemoval(of: before.fields[field], in: .model(model), candidates: added)
    }
    structModels[pair] = claims.sources
    return claims.sources
  }

  /// The field of a model for each field of the struct that the model became. A key that the database or the program
  /// makes has no meaning of its own, so it goes without a word.
  private mutating func oldFields(ofModel model: Int, inStruct structure: Int) -> [Int?] {
    let pair = Pair(old: model, new: structure)
    if let known = modelStructs[pair] { return known }
    let (before, after) = (old.models[model], new.structs[structure])
    let claims = claimed(
      old: before.fields.map(\.name), new: after.fields.map { NewName($0) }, reserved: after.reservedNames,
      in: .structure(structure))
    let keys = before.primaryKey.map { before.columns[$0].field }
    for field in claims.unexplained where before.fields[field].storesValues {
      if keys.contains(field), before.fields[field].isGenerated { continue }
      let added = claims.sources.indices.filter { claims.sources[$0] == nil }
      reportRemoval(of: before.fields[field], in: .structure(structure), candidates: added)
    }
    modelStructs[pair] = claims.sources
    return claims.sources
  }
}

extension NewName {
  fileprivate init(_ field: Field) { self.init(name: field.name, range: field.origin.range, former: field.renamedFrom) }
}

extension Field {
  fileprivate var isGenerated: Bool { holdsGeneratedUUID || defaultValue == .autoincrement }
}
