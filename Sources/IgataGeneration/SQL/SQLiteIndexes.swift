import IgataSchema
import IgataTemplateLanguage

/// The indexes that follow a table, as templates see them.
final class SQLiteIndexes: Views {
  private enum Slot: String, CaseIterable { case name, isUnique, table, columns, condition }
  private static let slots = Slot.allCases
  private static let names = Shape(of: slots)

  private enum Index {
    /// The number of a constraint among those of the model.
    case unique(Int)
    case index(Int)
    /// That of a foreign key which nothing else is an index for.
    case foreignKey(Int)
  }

  private let table: SQLiteTable
  private let all: [Index]

  init(_ table: SQLiteTable) {
    self.table = table
    var all: [Index] = []
    for index in table.model.uniques.indices where !table.model.uniques[index].isPlain { all.append(.unique(index)) }
    for index in table.model.indexes.indices { all.append(.index(index)) }
    for key in table.scope.uncoveredForeignKeys(of: table.model) { all.append(.foreignKey(key)) }
    self.all = all
  }

  var shape: Shape { Self.names }

  /// All of them, as the elements of a section.
  var value: TemplateValue { .elements(self, count: all.count) }

  func value(at slot: Int, of element: Int) -> TemplateValue {
    switch Self.slots[slot] {
    case .name, .table, .columns:
      .written(self, slot: Int32(truncatingIfNeeded: slot), element: Int32(truncatingIfNeeded: element))
    case .isUnique: if case .unique = all[element] { .flag(true) } else { .flag(false) }
    case .condition: .optional(constraint(element)?.condition)
    }
  }

  func write(_ slot: Int, of element: Int, into text: inout TextBuffer) -> Bool {
    switch Self.slots[slot] {
    case .name: writeName(element, into: &text)
    case .table: SQLText.write(table.model.table, into: &text)
    case .columns: writeColumns(element, into: &text)
    case .isUnique, .condition: return false
    }
    return true
  }

  private func constraint(_ index: Int) -> Constraint? {
    switch all[index] {
    case .unique(let number): table.model.uniques[number]
    case .index(let number): table.model.indexes[number]
    case .foreignKey: nil
    }
  }

  private func writeName(_ index: Int, into text: inout TextBuffer) {
    if let constraint = constraint(index) { return SQLText.write(constraint.name, into: &text) }
    guard case .foreignKey(let key) = all[index] else { return }
    text.append(literal: "\"")
    SQLText.writeWithin(table.model.table, into: &text)
    for column in table.model.foreignKeys[key].columns {
      text.append(literal: "_")
      SQLText.writeWithin(table.model.columns[column].name, into: &text)
    }
    text.append(literal: "_idx\"")
  }

  private func writeColumns(_ index: Int, into text: inout TextBuffer) {
    if case .foreignKey(let key) = all[index] {
      return SQLText.write(table.model.foreignKeys[key].columns, of: table, into: &text)
    }
    for (number, part) in (constraint(index)?.parts ?? []).enumerated() {
      if number > 0 { text.append(literal: ", ") }
      SQLText.write(table.model.columns[part.column].name, into: &text)
      if part.isDescending { text.append(literal: " DESC") }
    }
  }
}
