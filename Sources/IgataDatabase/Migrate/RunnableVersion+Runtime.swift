package import IgataEvolution
package import IgataRuntime

extension SchemaVersion {
  /// A version as a store runs it.
  package init(_ version: RunnableVersion) {
    let steps: [MigrationStep] =
      switch version.script {
      case .sqlite(let script):
        script.own.before.map { .own($0) } + script.steps.map(MigrationStep.init)
          + script.own.after.map { .own($0) } + script.own.objects.map { .object($0) }
          + script.indexes.map { .index($0) }
      case .postgresql(let script):
        script.transaction.enumerated().map { index, sql in
          script.own.contains(index) ? .own(sql) : script.objects.contains(index) ? .object(sql) : .statement(sql)
        }
          + script.indexes.map { .concurrentIndex($0.name, $0.statement) }
      }
    self.init(
      version.number, version.name, sum: version.sum.text, compatibleFrom: version.compatibleFrom,
      functions: version.script.functions.map(\.name), steps: steps)
  }
}

extension MigrationStep {
  fileprivate init(_ step: SQLiteScript.Step) {
    switch step {
    case .statement(let sql): self = .statement(sql)
    case .stop(let stop): self = .stop(stop.table, key: stop.key, where: stop.condition, reason: stop.reason)
    case .rebuild(let rebuild):
      self = .rebuild(
        TableRebuild(
          rebuild.table, key: rebuild.oldKey, columns: rebuild.oldColumns, indexes: rebuild.oldIndexes,
          into: rebuild.temporaryName, newKey: rebuild.newKey, create: rebuild.create, copy: rebuild.copy))
    case .swap(let swap): self = .swap(swap.table, for: swap.temporaryName, swap.statements)
    }
  }
}
