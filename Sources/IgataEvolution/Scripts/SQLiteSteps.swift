import IgataSchema
import IgataTables

extension Evolution {
  /// The same differences, each with what the script for SQLite does about it. Differences with errors stay as they
  /// are, as no script brings them about.
  public func planned() -> Evolution {
    guard isValid else { return self }
    var plan = SQLitePlan(tables)
    plan.run()
    var result = self
    var unreported = plan.rebuiltTables
    for index in changes.indices {
      let names = tables.tableNames(of: changes[index])
      result.changes[index].plan.sqlite = changes[index].sqliteStep(
        isRebuilt: !plan.rebuiltTables.isDisjoint(with: names))
      if result.changes[index].plan.sqlite == .rebuild { unreported.subtract(names) }
    }
    // A constraint in the definition of a table is named after the table and its columns.
    for index in changes.indices where result.changes[index].plan.sqlite == .alter {
      if !unreported.isDisjoint(with: tables.tableNames(of: changes[index])) {
        result.changes[index].plan.sqlite = .rebuild
      }
    }
    return result
  }
}

extension Change {
  /// The step that carries the change out.
  fileprivate func sqliteStep(isRebuilt: Bool) -> SQLiteStep {
    switch kind {
    case .uniqueAdded, .uniqueRemoved, .constraintRenamed: isRebuilt ? .rebuild : .index
    case .fieldMoved, .structBecameModel, .modelBecameStruct, .relationBecameList, .listBecameRelation:
      isRebuilt ? .rebuild : .create
    default:
      switch plan.sqlite {
      case .none, .create, .drop, .index: plan.sqlite
      case .alter: isRebuilt && kind == .fieldAdded ? .rebuild : .alter
      case .alterRows: isRebuilt ? .rebuild : .alterRows
      case .rebuild: isRebuilt ? .rebuild : kind == .fieldAdded ? .alter : .none
      }
    }
  }
}

extension MatchedTables {
  /// The names of the new tables that a change is about.
  func tableNames(of change: Change) -> Set<String> {
    let parts = change.path.split(separator: ".").map(String.init)
    guard let name = parts.first else { return [] }
    if let model = match.new.models.firstIndex(where: { $0.name == name }) {
      let list = match.new.models[model].joinTables.first { join in
        parts.count > 1 && match.new.models[model].fields[join.field].name == parts[1]
      }
      // A field that was a relation or a struct also changes the table that it was in.
      return Set([list?.name].compactMap(\.self)).union(
        list == nil || change.kind == .relationBecameList ? [new[model].table.name] : [])
    }
    // The columns of an enum.
    guard let type = match.new.enums.firstIndex(where: { $0.name == name }) else { return [] }
    let models = match.new.models.indices.filter { model in
      match.new.models[model].columns.contains { $0.type == .enumeration(type) }
    }
    return Set(models.map { new[$0].table.name })
  }
}
