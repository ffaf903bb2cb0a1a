/// Loads the rows of one model that others refer to. Each key has one box, which all references to it share.
///
/// The work for each referring row is done here, independently of the model's type: looking up the metadata of a type
/// would cost more than the rest.
class AnyTargetLoader {
  private struct Pending {
    var key: LoadKey
    var box: AnyReferenceBox
    var owner: TableDescription
    var relation: Int
  }

  private let table: TableDescription
  private let keyForm: LoadKey.Form
  // None of these is passed to a closure or a call that could access this object, as exclusivity would then be checked
  // for each row.
  private var boxes: [LoadKey: AnyReferenceBox] = [:]
  private var pending: [Pending] = []
  /// Rows that refer to the same target often follow each other.
  private var last: (key: LoadKey, box: AnyReferenceBox)?

  fileprivate init(_ table: TableDescription) {
    self.table = table
    keyForm = LoadKey.Form(table)
  }

  final var isPending: Bool { !pending.isEmpty }

  /// The box for the key that begins at `column` of the row.
  final func box(
    _ row: inout RowReader, at column: Int, for owner: TableDescription, _ relation: Int
  ) -> AnyReferenceBox {
    let key = LoadKey(&row, at: column, keyForm) ?? typedKey(&row, at: column)
    if let last, last.key == key { return last.box }
    return box(key, for: owner, relation) { newBox(&row, at: column) }
  }

  /// The box for a key, which `made` creates if there is none yet.
  final func box(
    _ key: LoadKey, for owner: TableDescription, _ relation: Int, _ made: () -> AnyReferenceBox
  ) -> AnyReferenceBox {
    if let known = boxes[key] {
      last = (key, known)
      return known
    }
    let box = made()
    boxes[key] = box
    pending.append(Pending(key: key, box: box, owner: owner, relation: relation))
    last = (key, box)
    return box
  }

  /// Loads the rows whose keys are known, and returns the first that doesn't exist.
  final func loadPending(
    context: LoadContext, _ session: any BackendSession
  ) async throws(StoreError) -> MissingTarget? {
    let wanted = pending
    pending = []
    let condition = Condition.keyIsIn(columns: table.primaryKey, wanted.map(\.key.values))
    try await load(RowQuery(table, where: condition), context, session)
    return wanted.first { !$0.box.isLoaded }.map {
      MissingTarget(owner: $0.owner, relation: $0.relation, key: table.keyText($0.key.values))
    }
  }

  fileprivate final func knownBox(_ key: LoadKey) -> AnyReferenceBox? { boxes[key] }

  // What depends on the model's type.

  fileprivate func typedKey(_ row: inout RowReader, at column: Int) -> LoadKey { .values([]) }

  fileprivate func newBox(_ row: inout RowReader, at column: Int) -> AnyReferenceBox { AnyReferenceBox() }

  fileprivate func load(
    _ query: RowQuery, _ context: LoadContext, _ session: any BackendSession
  ) async throws(StoreError) {}
}

final class TargetLoader<Target: PersistableModel>: AnyTargetLoader {
  /// The relations that are loaded with the targets.
  private let included: IncludedRelations

  init(_ included: IncludedRelations) {
    self.included = included
    super.init(Target.table)
  }

  override func typedKey(_ row: inout RowReader, at column: Int) -> LoadKey {
    LoadKey(Target.PrimaryKey(row: &row, at: column))
  }

  override func newBox(_ row: inout RowReader, at column: Int) -> AnyReferenceBox {
    ReferenceBox<Target>(key: Target.PrimaryKey(row: &row, at: column), target: nil, origin: nil)
  }

  override func load(
    _ query: RowQuery, _ context: LoadContext, _ session: any BackendSession
  ) async throws(StoreError) {
    let targets: [Target] = try await context.collect(query, from: session, loadsLists: .finite, included)
    targets.withUnsafeBufferPointer { targets in
      for index in targets.indices {
        knownBox(LoadKey(targets[index].primaryKey))?.of(Target.self).fill(targets[index], origin: context.identity)
      }
    }
  }
}
