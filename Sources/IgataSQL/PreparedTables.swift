@_spi(Backend) public import IgataRuntime
internal import Synchronization

/// The tables that a backend was prepared for, with the texts that are the same in all of their statements.
///
/// Errors about other rows than those in hand are told in the schema's words by them.
@_spi(Backend) public final class PreparedTables: Sendable {
  /// A relation that leads to a table, and the table that has it.
  public typealias Incoming = (owner: TableDescription, relation: RelationDescription)

  private struct State {
    var all: [TableDescription] = []
    var byName: [String: TableDescription] = [:]
    /// By ``QueryDialect/key(_:)``.
    var byKey: [String: TableDescription] = [:]
    /// The relations that lead to each table, in the order of the names of the tables that have them.
    var incoming: [String: [Incoming]] = [:]
    /// Whether delete rules lead in circles from the table, where it was asked for.
    var circular: [String: Bool] = [:]
    var texts: [ObjectIdentifier: TableText] = [:]
    var keys: [ObjectIdentifier: [Int]] = [:]
  }

  private let state = Mutex(State())
  private let dialect: any QueryDialect

  /// No tables of an engine.
  public init(_ dialect: any QueryDialect) { self.dialect = dialect }

  /// Adds tables of a schema.
  public func add(_ tables: [TableDescription]) {
    state.withLock { state in
      for table in tables {
        if !state.all.contains(where: { $0 === table }) { state.all.append(table) }
        state.byName[table.name] = table
        state.byKey[dialect.key(table.name)] = table
      }
      state.circular = [:]
      state.incoming = [:]
      for owner in state.byName.values.sorted(by: { $0.name < $1.name }) {
        for relation in owner.relations where !relation.columns.isEmpty {
          state.incoming[relation.targetTable().name, default: []].append((owner, relation))
        }
      }
    }
  }

  /// Every table that a schema was prepared with.
  public var all: [TableDescription] { state.withLock { $0.all } }

  /// The table that the engine has under a name.
  public subscript(name: String) -> TableDescription? {
    state.withLock { $0.byName[name] ?? $0.byKey[dialect.key(name)] }
  }

  /// The text of a table's statements.
  public func text(of table: TableDescription) -> TableText {
    state.withLock { state in
      if let known = state.texts[ObjectIdentifier(table)] { return known }
      let text = TableText(table, dialect)
      state.texts[ObjectIdentifier(table)] = text
      return text
    }
  }

  // MARK: Writing

  /// The statement for rows that are written.
  public func statement(for write: RowWrite) -> WriteStatement {
    let key = state.withLock { $0.keys[ObjectIdentifier(write.table)] }
    return WriteStatement(write.kind, write.table, dialect, key: key)
  }

  /// Sets the columns that tell rows of a table apart in the database; `nil` for those of the schema's key.
  public func setKey(_ columns: [Int]?, of table: TableDescription) {
    state.withLock { $0.keys[ObjectIdentifier(table)] = columns }
  }

  // MARK: Delete rules

  /// The relations that lead to a table.
  public func relations(to table: TableDescription) -> [Incoming] { state.withLock { $0.incoming[table.name] ?? [] } }

  /// Whether deleting a row of the table can delete others in chains of any length. So it is for a table that is not
  /// known, as nothing is known of what leads to it.
  public func mayCascadeInCircles(_ table: TableDescription) -> Bool {
    state.withLock { state in
      guard state.byName[table.name] != nil else { return true }
      if let known = state.circular[table.name] { return known }
      let isCircular = Self.findsCircle(from: table.name, state.incoming)
      state.circular[table.name] = isCircular
      return isCircular
    }
  }

  /// The names of the table and of those whose rows are deleted or changed by delete rules if rows of it are deleted.
  public func namesReached(byDeletingFrom table: TableDescription) -> Set<String> {
    let incoming = state.withLock { $0.incoming }
    var changed: Set<String> = [table.name]
    var deleted = changed
    var pending = [table.name]
    while let target = pending.popLast() {
      for (owner, relation) in incoming[target] ?? [] {
        switch relation.deleteRule {
        case .cascade: if deleted.insert(owner.name).inserted { pending.append(owner.name) }
        case .nullify: changed.insert(owner.name)
        case .restrict, .noAction, nil: break
        }
      }
    }
    return changed.union(deleted)
  }

  /// Follows the relations that cascade, against their direction, depth first and without recursion.
  private static func findsCircle(from name: String, _ incoming: [String: [Incoming]]) -> Bool {
    var finished: Set<String> = []
    var path: Set<String> = []
    var pending: [(name: String, isLeft: Bool)] = [(name, false)]
    while let (name, isLeft) = pending.popLast() {
      if isLeft {
        path.remove(name)
        finished.insert(name)
        continue
      }
      if path.contains(name) { return true }
      if finished.contains(name) { continue }
      path.insert(name)
      pending.append((name, true))
      for (owner, relation) in incoming[name] ?? [] where relation.deleteRule == .cascade {
        pending.append((owner.name, false))
      }
    }
    return false
  }
}
