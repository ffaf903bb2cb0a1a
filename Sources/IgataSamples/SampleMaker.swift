internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataTables

/// Makes samples of a model and of the models that it relates to.
final class SampleMaker {
  /// How many levels of optional relations are sampled.
  private static let depthLimit = 4
  /// The number of models that share the targets of a relation.
  private static let poolSize = 5
  /// The maximum number of attempts for a row that conflicts with another one.
  private static let attempts = 40

  private let seed: UInt64
  /// The random numbers for the current row.
  private var random: SampleRandom
  /// The unique values in use, by model and by constraint.
  private var taken: [String: [Int: Set<[StoredValue]>]] = [:]
  private var ordinals: [String: Int64] = [:]
  private var pools: [String: [any PersistableModel]] = [:]
  private var isMaking: Set<String> = []
  private var depth = 0
  /// The requested model.
  private var outermost = ""

  init(seed: UInt64) {
    self.seed = seed
    random = SampleRandom(seed: seed)
  }

  func models<Model: PersistableModel>(_ type: Model.Type, count: Int) -> [Model] {
    let isOutermost = isMaking.insert(Model.table.model).inserted
    if depth == 0 { outermost = Model.table.model }
    depth += 1
    defer {
      depth -= 1
      if isOutermost { isMaking.remove(Model.table.model) }
    }
    var models: [Model] = []
    // Models that don't relate to a model of their own type, so that others may relate to them.
    var roots: [any PersistableModel] = []
    for _ in 0..<max(0, count) {
      guard let (model, isRoot) = model(type, roots: roots) else { break }
      models.append(model)
      if isRoot { roots.append(model) }
    }
    return models
  }

  private func model<Model: PersistableModel>(
    _ type: Model.Type, roots: [any PersistableModel]
  ) -> (model: Model, isRoot: Bool)? {
    let table = Model.table
    let ordinal = ordinals[table.model, default: firstOrdinal(of: table)] + 1
    ordinals[table.model] = ordinal
    // Each row has random numbers of its own. So if samples of two models relate to a third model, they relate to the
    // same samples of it for the same seed.
    let outer = random
    random = SampleRandom(seed: seed, model: table.model, ordinal: ordinal)
    defer { random = outer }
    for attempt in 0..<Self.attempts {
      var parts = ModelParts(row: Array(repeating: .null, count: table.columns.count))
      for (index, relation) in table.relations.enumerated() where relation.isLinked {
        fillLinked(relation, index, of: table, into: &parts, roots: relation.target() == type ? roots : nil)
      }
      fillColumns(of: table, into: &parts, ordinal: ordinal, attempt: attempt)
      var isRoot = !table.relations.indices.contains {
        table.relations[$0].target() == type && parts.relations.targets[$0] != nil
      }
      for (index, relation) in table.relations.enumerated() where !relation.isLinked {
        let isSelf = relation.target() == type
        fill(relation, index, of: table, into: &parts, roots: isSelf ? roots : nil)
        if isSelf, parts.relations.targets[index] != nil { isRoot = false }
      }
      guard table.checks.allSatisfy({ $0.condition.holds(for: parts.row) }), claim(parts.row, of: table) else {
        continue
      }
      let (model, fault) = parts.model(type)
      if fault == nil { return (model, isRoot) }
    }
    return nil
  }

  /// Rows that samples of two models share can be saved with either. That isn't possible if they have a version, as the
  /// second save would be stale: their ordinals begin with another number for each requested model.
  private func firstOrdinal(of table: TableDescription) -> Int64 {
    guard depth > 1, table.versionColumn != nil else { return 0 }
    var random = SampleRandom(seed: seed, model: outermost, ordinal: 0)
    return random.integer(in: 1...2000) * 1000
  }

  private func fillColumns(of table: TableDescription, into parts: inout ModelParts, ordinal: Int64, attempt: Int) {
    var foreign = Set(table.relations.flatMap(\.ownColumns))
    for relation in table.relations where relation.isLinked {
      foreign.formUnion(relation.columns.filter { table.columns[$0].isNullable || parts.row[$0] != .null })
    }
    let absent = table.structs.filter { $0.presenceColumn != nil && random.isOnce(in: 3) }
    for (index, column) in table.columns.enumerated() where !foreign.contains(index) {
      let structure = table.structs.first { $0.presenceColumn != nil && $0.contains(index) }
      if absent.contains(where: { $0.contains(index) }) { continue }
      var sampler = ColumnSampler(
        model: table.model, column: column, isKey: table.primaryKey.contains(index),
        isUnique: table.isUnique(index), isVersion: table.versionColumn == index, ordinal: ordinal, attempt: attempt,
        random: random)
      // All columns of an optional struct look nullable, but some of them are required if it is present.
      let isMade = column.defaultValue?.isMadeByDatabase ?? false
      parts.row[index] = sampler.value(mayBeNull: column.isNullable && structure == nil && !isMade)
      random = sampler.random
    }
  }

  /// Reserves the unique values of the row. Returns `false` if another row has them.
  private func claim(_ row: [StoredValue], of table: TableDescription) -> Bool {
    let values = [table.primaryKey.map { row[$0] }] + table.uniques.map { $0.values(of: row) }
    var taken = taken[table.model, default: [:]]
    for (index, values) in values.enumerated() where !values.contains(.null) {
      if taken[index]?.contains(values) == true { return false }
    }
    for (index, values) in values.enumerated() { taken[index, default: []].insert(values) }
    self.taken[table.model] = taken
    return true
  }
}

// Relations.
extension SampleMaker {
  /// Sets the target of a relation by the columns of other fields, and with it these columns, which are set first.
  private func fillLinked(
    _ relation: RelationDescription, _ index: Int, of table: TableDescription, into parts: inout ModelParts,
    roots: [any PersistableModel]?
  ) {
    let mayBeNull = relation.columns.contains { table.columns[$0].isNullable }
    if mayBeNull, roots == nil && !mayFollow(relation) || random.isOnce(in: 3) { return }
    let isUnique = table.isUnique(relation.columns)
    let candidates = roots ?? (isUnique ? [fresh(relation.target())].compactMap(\.self) : pool(relation.target()))
    let known = relation.columns.map { parts.row[$0] }
    let fitting = candidates.compactMap { target -> (target: any PersistableModel, values: [StoredValue])? in
      let row = target.columnValues
      let values = relation.referencedColumns.map { row[$0] }
      let fits = zip(values, known).allSatisfy { $0 != .null && ($1 == .null || $0 == $1) }
      return fits ? (target, values) : nil
    }
    guard let chosen = random.element(of: fitting) else { return }
    for (column, value) in zip(relation.columns, chosen.values) { parts.row[column] = value }
    parts.relations.set(index, to: chosen.target)
  }

  private func fill(
    _ relation: RelationDescription, _ index: Int, of table: TableDescription, into parts: inout ModelParts,
    roots: [any PersistableModel]?
  ) {
    var target: (any PersistableModel)?
    switch relation.kind {
    case .inverse: return
    case .ordered:
      parts.relations.set(index, to: list(of: relation))
      return
    case .required:
      target = table.isUnique(relation.columns) ? fresh(relation.target()) : random.element(of: pool(relation.target()))
    case .optional:
      if let roots {
        target = random.isOnce(in: 2) ? random.element(of: roots) : nil
      } else if mayFollow(relation), !random.isOnce(in: 3) {
        target =
          table.isUnique(relation.columns) ? fresh(relation.target()) : random.element(of: pool(relation.target()))
      }
    case .wrapper:
      if mayFollow(relation), random.isOnce(in: 2) { target = owned(relation.target(), relation, table, parts.row) }
    }
    // Another relation may have set the key.
    let known = relation.columns.map { parts.row[$0] }
    if !known.contains(.null), !known.isEmpty {
      target = (roots ?? pool(relation.target())).first { $0.keyValues == known }
    }
    guard let target else { return }
    for (column, value) in zip(relation.columns, target.keyValues) { parts.row[column] = value }
    parts.relations.set(index, to: target)
  }

  private func mayFollow(_ relation: RelationDescription) -> Bool {
    depth <= Self.depthLimit && !isMaking.contains(relation.target().table.model)
  }

  private func fresh<Target: PersistableModel>(_ type: Target.Type) -> (any PersistableModel)? {
    models(type, count: 1).first
  }

  private func pool<Target: PersistableModel>(_ type: Target.Type) -> [any PersistableModel] {
    if let pool = pools[Target.table.model] { return pool }
    let pool = models(type, count: Self.poolSize)
    pools[Target.table.model] = pool
    return pool
  }

  private func list(of relation: RelationDescription) -> [any PersistableModel] {
    guard mayFollow(relation) else { return [] }
    let pool = pool(relation.target())
    let start = random.index(below: max(1, pool.count))
    let count = random.index(below: min(pool.count, 3) + 1)
    return (0..<count).map { pool[(start + $0) % pool.count] }
  }

  /// The model that a wrapper's accessor creates when it is changed.
  private func owned<Target: PersistableModel>(
    _ type: Target.Type, _ relation: RelationDescription, _ table: TableDescription, _ row: [StoredValue]
  ) -> (any PersistableModel)? {
    guard let model = models(type, count: 1).first else { return nil }
    guard let key = table.derivedKey(of: relation, in: row) else { return model }
    return ModelParts(model, key: [key]).model(Target.self).model
  }
}

extension StructDescription {
  fileprivate func contains(_ index: Int) -> Bool { (column..<column + columnCount).contains(index) }
}

extension TableDescription {
  /// Whether exactly these columns are unique.
  fileprivate func isUnique(_ columns: [Int]) -> Bool {
    Set(primaryKey) == Set(columns) || uniques.contains { Set($0.parts.map(\.column)) == Set(columns) }
  }

  /// Whether the column is part of a unique constraint.
  fileprivate func isUnique(_ column: Int) -> Bool {
    primaryKey.contains(column) || uniques.contains { $0.parts.contains { $0.column == column } }
  }
}
