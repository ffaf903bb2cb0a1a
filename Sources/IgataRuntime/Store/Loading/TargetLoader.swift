/// Loads the rows of one model that others refer to. Each key has one box, which all references to it share.
///
/// The work for each referring row is done here, independently of the model's type: looking up the metadata of a type
/// would cost more than the rest.
class AnyTargetLoader {
  /// The model of the rows.
  final let target: any PersistableModel.Type
  private let table: TableDescription
  /// The columns by which the rows are found, if these aren't the primary key.
  fileprivate let columns: [Int]?
  /// Whether rows may be missing.
  private let areOptional: Bool
  private let keylessBox: () -> AnyReferenceBox
  private let keyForm: StoredKey.Form
  private let boxType: AnyReferenceBox.Type
  private var boxes = KnownBoxes()

  /// - Parameter keylessBox: Makes a box whose key is known once its row is loaded.
  fileprivate init(
    _ target: any PersistableModel.Type, _ boxType: AnyReferenceBox.Type, by columns: [Int]?, areOptional: Bool,
    keylessBox: @escaping () -> AnyReferenceBox
  ) {
    self.keylessBox = keylessBox
    self.target = target
    self.boxType = boxType
    self.columns = columns
    self.areOptional = areOptional
    table = target.table
    keyForm = StoredKey.Form(table)
  }

  final var isPending: Bool { !boxes.pending.isEmpty }

  /// The box for the key that begins at `column` of the row.
  final func box(
    _ row: inout RowReader, at column: Int, for owner: TableDescription, _ relation: Int
  ) -> AnyReferenceBox {
    let key = StoredKey(&row, at: column, keyForm) ?? typedKey(&row, at: column)
    return boxes.box(key, for: owner, relation) { boxType.init(row: &row, at: column) }
  }

  /// The box for a key, which `made` creates if there is none yet.
  final func box(
    _ key: StoredKey, for owner: TableDescription, _ relation: Int, _ made: () -> AnyReferenceBox
  ) -> AnyReferenceBox {
    boxes.box(key, for: owner, relation, made)
  }

  /// The box for the values of the columns by which the rows are found.
  final func box(_ values: [StoredValue], for owner: TableDescription, _ relation: Int) -> AnyReferenceBox {
    boxes.box(.values(values), for: owner, relation, keylessBox)
  }

  /// Adds the box of a row that doesn't have to be loaded, unless the key has one.
  fileprivate final func addBox(_ key: StoredKey, _ made: () -> AnyReferenceBox) { boxes.add(key, made) }

  final func knownBox(_ key: StoredKey) -> AnyReferenceBox? { boxes[key] }

  /// Loads the rows whose keys are known, and returns the first that doesn't exist, although it must.
  final func loadPending(
    context: LoadContext, _ session: any BackendSession
  ) async throws(StoreError) -> MissingTarget? {
    let wanted = boxes.takePending()
    // In the order of the rows: the backend then reads its index from one end to the other, and each row is usually the
    // one that is expected next.
    let sorted = StoredKey.order(of: wanted.map(\.key)).map { wanted[$0] }
    let columns = columns ?? table.primaryKey
    let keys = KeyList(width: columns.count, sorted.lazy.map(\.key))
    let condition = Condition.keyIsIn(columns: columns, keys)
    try await load(RowQuery(table, where: condition), sorted, context, session)
    if areOptional { return nil }
    return wanted.first { !$0.box.isLoaded }.map {
      MissingTarget(owner: $0.owner, relation: $0.relation, key: table.text(of: $0.key.values, in: columns))
    }
  }

  // What depends on the model's type.

  fileprivate func typedKey(_ row: inout RowReader, at column: Int) -> StoredKey { .values([]) }

  /// - Parameter expected: The boxes of the rows, in the order in which these come.
  fileprivate func load(
    _ query: RowQuery, _ expected: [PendingBox], _ context: LoadContext, _ session: any BackendSession
  ) async throws(StoreError) {}
}

final class TargetLoader<Target: PersistableModel>: AnyTargetLoader {
  /// The relations that are loaded with the targets.
  private let included: IncludedRelations

  init(_ included: IncludedRelations, by columns: [Int]?, areOptional: Bool) {
    self.included = included
    super.init(Target.self, ReferenceBox<Target>.self, by: columns, areOptional: areOptional) {
      ReferenceBox<Target>(key: Target(_blankWith: [], []).primaryKey)
    }
  }

  /// Replaces the model that was loaded for its key, if one was.
  func replace(_ model: Target, _ origin: ModelOrigin) {
    if let columns { return fill(model, by: columns, origin) }
    knownBox(StoredKey(model.primaryKey))?.of(Target.self).fill(model, origin: origin)
  }

  /// Takes models that were read with the same relations, which then aren't loaded.
  func know(_ models: [Target], _ origin: ModelOrigin) {
    for model in models {
      addBox(StoredKey(model.primaryKey)) {
        let box = ReferenceBox<Target>(key: model.primaryKey)
        box.fill(model, origin: origin)
        return box
      }
    }
  }

  private func fill(_ model: Target, by columns: [Int], _ origin: ModelOrigin) {
    let row = model.columnValues
    knownBox(.values(columns.map { row[$0] }))?.of(Target.self).fill(keyless: model, origin: origin)
  }

  override func typedKey(_ row: inout RowReader, at column: Int) -> StoredKey {
    StoredKey(Target.PrimaryKey(row: &row, at: column))
  }

  fileprivate override func load(
    _ query: RowQuery, _ expected: [PendingBox], _ context: LoadContext, _ session: any BackendSession
  ) async throws(StoreError) {
    let targets: [Target] = try await context.collect(query, from: session, loadsLists: .finite, included)
    if let columns {
      for target in targets { fill(target, by: columns, context.origin) }
      return
    }
    var next = 0
    targets.withUnsafeBufferPointer { targets in
      for index in targets.indices {
        let key = StoredKey(targets[index].primaryKey)
        if next < expected.count, expected[next].key == key {
          expected[next].box.of(Target.self).fill(targets[index], origin: context.origin)
          next += 1
        } else {
          knownBox(key)?.of(Target.self).fill(targets[index], origin: context.origin)
        }
      }
    }
  }
}

/// A box whose row has not been read yet.
private struct PendingBox {
  var key: StoredKey
  var box: AnyReferenceBox
  /// The table and the relation that referred to it first.
  var owner: TableDescription
  var relation: Int
}

/// The boxes of all rows that were referred to, by their keys.
private struct KnownBoxes {
  private var boxes: [StoredKey: AnyReferenceBox] = [:]
  private(set) var pending: [PendingBox] = []

  subscript(key: StoredKey) -> AnyReferenceBox? { boxes[key] }

  /// The box for a key. If there is none yet, `made` creates it, and it is pending.
  mutating func box(
    _ key: StoredKey, for owner: TableDescription, _ relation: Int, _ made: () -> AnyReferenceBox
  ) -> AnyReferenceBox {
    let count = boxes.count
    let box = Self.box(in: &boxes[key], made)
    if boxes.count > count { pending.append(PendingBox(key: key, box: box, owner: owner, relation: relation)) }
    return box
  }

  /// Adds the box of a row that doesn't have to be loaded, unless the key has one.
  mutating func add(_ key: StoredKey, _ made: () -> AnyReferenceBox) { _ = Self.box(in: &boxes[key], made) }

  private static func box(in known: inout AnyReferenceBox?, _ made: () -> AnyReferenceBox) -> AnyReferenceBox {
    if let known { return known }
    let new = made()
    known = new
    return new
  }

  mutating func takePending() -> [PendingBox] {
    defer { pending = [] }
    return pending
  }
}
