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

  private let model: Model
  private let all: [Index]

  init(_ scope: GenerationScope, _ model: Model) {
    self.model = model
    var all: [Index] = []
    for index in model.uniques.indices where !model.uniques[index].isPlain { all.append(.unique(index)) }
    for index in model.indexes.indices { all.append(.index(index)) }
    for key in scope.uncoveredForeignKeys(of: model) { all.append(.foreignKey(key)) }
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
    case .table: SQLText.write(model.table, into: &text)
    case .columns: writeColumns(element, into: &text)
    case .isUnique, .condition: return false
    }
    return true
  }

  private func constraint(_ index: Int) -> Constraint? {
    switch all[index] {
    case .unique(let number): model.uniques[number]
    case .index(let number): model.indexes[number]
    case .foreignKey: nil
    }
  }

  private func writeName(_ index: Int, into text: inout TextBuffer) {
    if let constraint = constraint(index) { return SQLText.write(constraint.name, into: &text) }
    guard case .foreignKey(let key) = all[index] else { return }
    text.append(literal: "\"")
    SQLText.writeWithin(model.table, into: &text)
    for column in model.foreignKeys[key].columns {
      text.append(literal: "_")
      SQLText.writeWithin(model.columns[column].name, into: &text)
    }
    text.append(literal: "_idx\"")
  }

  private func writeColumns(_ index: Int, into text: inout TextBuffer) {
    if case .foreignKey(let key) = all[index] {
      return SQLText.write(model.foreignKeys[key].columns, of: model, into: &text)
    }
    for (number, part) in (constraint(index)?.parts ?? []).enumerated() {
      if number > 0 { text.append(literal: ", ") }
      SQLText.write(model.columns[part.column].name, into: &text)
      if part.isDescending { text.append(literal: " DESC") }
    }
  }
}
