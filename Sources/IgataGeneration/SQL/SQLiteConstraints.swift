import IgataSchema
import IgataTemplateLanguage

/// What stands behind the columns of a table, as templates see it: its keys and unique constraints.
final class SQLiteConstraints: Views {
  private enum Slot: String, CaseIterable { case text }
  private static let slots = Slot.allCases
  private static let names = Shape(of: slots)

  private enum Constraint {
    case primaryKey
    /// The number of a unique constraint or a foreign key among those of the model.
    case unique(Int)
    case foreignKey(Int)
  }

  private let table: SQLiteTable
  private let all: [Constraint]

  /// `PRIMARY KEY (…)`, `CONSTRAINT … UNIQUE (…)`, `FOREIGN KEY (…) REFERENCES …`
  init(_ table: SQLiteTable) {
    self.table = table
    var all: [Constraint] = []
    all.reserveCapacity(1 + table.model.uniques.count + table.model.foreignKeys.count)
    if !table.hasGeneratedKey {
      all.append(.primaryKey)
    }
    for index in table.model.uniques.indices where table.model.uniques[index].isPlain { all.append(.unique(index)) }
    for index in table.model.foreignKeys.indices { all.append(.foreignKey(index)) }
    self.all = all
  }

  var shape: Shape { Self.names }

  var isEmpty: Bool { all.isEmpty }

  /// All of them, as the elements of a section.
  var value: TemplateValue { .elements(self, count: all.count) }

  func value(at slot: Int, of element: Int) -> TemplateValue {
    switch Self.slots[slot] {
    case .text: .written(self, slot: Int32(truncatingIfNeeded: slot), element: Int32(truncatingIfNeeded: element))
    }
  }

  func write(_ slot: Int, of element: Int, into text: inout TextBuffer) -> Bool {
    switch all[element] {
    case .primaryKey:
      text.append(literal: "PRIMARY KEY (")
      SQLText.write(table.model.primaryKey, of: table, into: &text)
    case .unique(let index):
      text.append(literal: "CONSTRAINT ")
      SQLText.write(table.model.uniques[index].name, into: &text)
      text.append(literal: " UNIQUE (")
      SQLText.write(table.model.uniques[index].parts.map { $0.column }, of: table, into: &text)
    case .foreignKey(let index): return write(table.model.foreignKeys[index], into: &text)
    }
    text.append(literal: ")")
    return true
  }

  private func write(_ key: ForeignKey, into text: inout TextBuffer) -> Bool {
    text.append(literal: "FOREIGN KEY (")
    SQLText.write(key.columns, of: table, into: &text)
    text.append(literal: ") REFERENCES ")
    SQLText.write(table.scope.schema.models[key.target].table, into: &text)
    text.append(literal: " (")
    for (number, column) in table.scope.schema.models[key.target].primaryKey.enumerated() {
      if number > 0 { text.append(literal: ", ") }
      SQLText.write(table.scope.schema.models[key.target].columns[column].name, into: &text)
    }
    text.append(literal: ") ON DELETE ")
    text.append(table.scope.deleteAction(key.deleteRule))
    return true
  }
}

extension Constraint {
  /// Whether a table can state it: one with a condition or an order can only be an index.
  var isPlain: Bool { condition == nil && !parts.contains { $0.isDescending } }
}
