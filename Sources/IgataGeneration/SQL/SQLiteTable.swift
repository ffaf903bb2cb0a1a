import IgataSchema
import IgataTemplateLanguage

/// A table as SQLite takes it, as templates see it: its columns, the constraints behind them, and the indexes that
/// follow it.
final class SQLiteTable: View {
  private enum Slot: String, CaseIterable { case documentation, name, columns, constraints, indexes, isOrderedByKey }
  private static let slots = Slot.allCases
  private static let names = Shape(of: slots)

  let scope: GenerationScope
  let model: Model

  init(_ scope: GenerationScope, _ model: Model) {
    self.scope = scope
    self.model = model
  }

  var shape: Shape { Self.names }

  func value(at slot: Int) -> TemplateValue {
    switch Self.slots[slot] {
    case .documentation: scope.comment(model.origin.documentation)
    case .name: .written(self, slot: slot)
    case .columns: SQLiteColumns(scope, .model(self), endsTable: SQLiteConstraints(self).isEmpty).value
    case .constraints: SQLiteConstraints(self).value
    case .indexes: SQLiteIndexes(self).value
    case .isOrderedByKey: .flag(isOrderedByKey)
    }
  }

  func write(_ slot: Int, into text: inout TextBuffer) -> Bool {
    guard Self.slots[slot] == .name else { return false }
    SQLText.write(model.table, into: &text)
    return true
  }

  func column(_ index: Int) -> SQLiteColumn { scope.sqliteColumn(index, of: model) }

  func documentation(ofColumn index: Int) -> [String] { scope.documentation(ofColumn: index, in: model) }

  /// Whether the key is a single column that the store makes.
  var hasGeneratedKey: Bool { model.primaryKey.count == 1 && scope.isGeneratedKey(model.primaryKey[0], of: model) }

  /// The rows lie in the order of their keys unless the key is one integer, which SQLite takes for the row's own
  /// number.
  private var isOrderedByKey: Bool {
    !(model.primaryKey.count == 1 && scope.affinity(of: model.columns[model.primaryKey[0]].role) == .integer)
  }
}

extension GenerationScope {
  func deleteAction(_ rule: DeleteRule) -> String {
    switch rule {
    case .cascade: "CASCADE"
    case .restrict: "RESTRICT"
    case .nullify: "SET NULL"
    case .noAction: "NO ACTION DEFERRABLE INITIALLY DEFERRED"
    }
  }

  /// The foreign keys with whose columns no key, constraint, index or foreign key before them begins.
  func uncoveredForeignKeys(of model: Model) -> [Int] {
    var result: [Int] = []
    for index in model.foreignKeys.indices {
      let columns = model.foreignKeys[index].columns
      let isCovered =
        model.primaryKey.starts(with: columns) || model.uniques.contains { $0.covers(columns) }
        || model.indexes.contains { $0.covers(columns) }
        || result.contains { model.foreignKeys[$0].columns.starts(with: columns) }
      if !isCovered { result.append(index) }
    }
    return result
  }
}

extension Constraint {
  fileprivate func covers(_ columns: [Int]) -> Bool {
    condition == nil && parts.lazy.map { $0.column }.starts(with: columns)
  }
}
