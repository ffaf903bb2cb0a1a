@_spi(Backend) public import IgataRuntime
internal import Synchronization

/// The tables that a backend was prepared for, with the SQL that is the same in all of their statements.
///
/// They also translate errors that the database reports about other tables into the words of the schema.
@_spi(Backend) public final class PreparedTables: Sendable {
  /// A relation whose target is a table, and the relation's own table.
  public typealias Incoming = (owner: TableDescription, relation: RelationDescription)

  private struct State {
    var all: [TableDescription] = []
    var byName: [String: TableDescription] = [:]
    /// By the canonical name, see ``QueryDialect/canonicalName(_:)``.
    var byKey: [String: TableDescription] = [:]
    /// The relations whose target is a table, sorted by the names of their own tables.
    var incoming: [String: [Incoming]] = [:]
    /// Whether cascades from a table can form a cycle, cached.
    var circular: [String: Bool] = [:]
    var texts: [ObjectIdentifier: TableText] = [:]
    var keys: [ObjectIdentifier: [Int]] = [:]
  }

  private let state = Mutex(State())
  /// The columns of tables of other programs.
  public let adapted = AdaptedColumns()
  private let dialect: any QueryDialect

  /// No tables yet.
  public init(_ dialect: any QueryDialect) { self.dialect = dialect }

  /// Adds tables of a schema.
  public func add(_ tables: [TableDescription]) {
    state.withLock { state in
      for table in tables {
        if !state.all.contains(where: { $0 === table }) { state.all.append(table) }
        state.byName[table.name] = table
        state.byKey[dialect.canonicalName(table.name)] = table
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

  /// All tables that were added.
  public var all: [TableDescription] { state.withLock { $0.all } }

  /// The table with a name, as the database spells it; `nil` if it was not added.
  public subscript(name: String) -> TableDescription? {
    state.withLock { $0.byName[name] ?? $0.byKey[dialect.canonicalName(name)] }
  }

  /// The SQL that is the same in all statements of a table.
  public func text(of table: TableDescription) -> TableText {
    state.withLock { state in
      if let known = state.texts[ObjectIdentifier(table)] { return known }
      let text = TableText(table, dialect, adapted)
      state.texts[ObjectIdentifier(table)] = text
      return text
    }
  }

  // MARK: Writing

  /// The statement that writes rows.
  public func statement(for write: RowWrite) -> WriteStatement {
    let key = state.withLock { $0.keys[ObjectIdentifier(write.table)] }
    return WriteStatement(write, dialect, key: key, adapted: adapted[write.table])
  }

  /// Sets the columns of a table that are not as `prepare` creates them.
  func adapt(_ table: TableDescription, _ columns: [Int: AdaptedColumn]) {
    if adapted[table] == columns { return }
    adapted[table] = columns
    // The texts of other tables contain nothing of this one.
    state.withLock { $0.texts[ObjectIdentifier(table)] = nil }
  }

  /// Sets the columns of a table's key in the database; `nil` if they are those of the schema's key.
  public func setKey(_ columns: [Int]?, of table: TableDescription) {
    state.withLock { $0.keys[ObjectIdentifier(table)] = columns }
  }

  // MARK: Delete rules

  /// The relations whose target is a table.
  public func relations(to table: TableDescription) -> [Incoming] { state.withLock { $0.incoming[table.name] ?? [] } }

  /// Whether deleting a row of the table can cascade over any number of rows. `true` for a table that was not added, as
  /// the relations to it are not known.
  public func mayCascadeInCircles(_ table: TableDescription) -> Bool {
    state.withLock { state in
      guard state.byName[table.name] != nil else { return true }
      if let known = state.circular[table.name] { return known }
      let isCircular = Self.findsCircle(from: table.name, state.incoming)
      state.circular[table.name] = isCircular
      return isCircular
    }
  }

  /// The names of the table and of all tables whose rows are deleted or changed by delete rules if rows of it are
  /// deleted.
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
        case .restrict, .noAction, .unconstrained, nil: break
        }
      }
    }
    return changed.union(deleted)
  }

  /// Follows the relations that cascade from their targets to their tables, depth first and without recursion.
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
