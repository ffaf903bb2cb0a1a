import IgataSchema
import IgataTemplateLanguage

/// What stands behind the columns of a table, as templates see it: its keys and unique constraints.
final class SQLiteConstraints: Views {
  private enum Slot: String, CaseIterable { case text, isLast }
  private static let slots = Slot.allCases
  private static let names = Shape(of: slots)

  private enum Constraint {
    case primaryKey
    /// The number of a unique constraint or a foreign key among those of the model.
    case unique(Int)
    case foreignKey(Int)
  }

  private let scope: GenerationScope
  private let model: Model
  private let all: [Constraint]

  /// `PRIMARY KEY (…)`, `CONSTRAINT … UNIQUE (…)`, `FOREIGN KEY (…) REFERENCES …`
  init(_ scope: GenerationScope, _ model: Model) {
    self.scope = scope
    self.model = model
    var all: [Constraint] = []
    all.reserveCapacity(1 + model.uniques.count + model.foreignKeys.count)
    if !(model.primaryKey.count == 1 && scope.isGeneratedKey(model.primaryKey[0], of: model)) {
      all.append(.primaryKey)
    }
    for index in model.uniques.indices where model.uniques[index].isPlain { all.append(.unique(index)) }
    for index in model.foreignKeys.indices { all.append(.foreignKey(index)) }
    self.all = all
  }

  var shape: Shape { Self.names }

  var isEmpty: Bool { all.isEmpty }

  /// All of them, as the elements of a section.
  var value: TemplateValue { .elements(self, count: all.count) }

  func value(at slot: Int, of element: Int) -> TemplateValue {
    switch Self.slots[slot] {
    case .text: .written(self, slot: Int32(truncatingIfNeeded: slot), element: Int32(truncatingIfNeeded: element))
    case .isLast: .flag(element == all.count - 1)
    }
  }

  func write(_ slot: Int, of element: Int, into text: inout TextBuffer) -> Bool {
    guard Self.slots[slot] == .text else { return false }
    switch all[element] {
    case .primaryKey:
      text.append(literal: "PRIMARY KEY (")
      SQLText.write(model.primaryKey, of: model, into: &text)
    case .unique(let index):
      text.append(literal: "CONSTRAINT ")
      SQLText.write(model.uniques[index].name, into: &text)
      text.append(literal: " UNIQUE (")
      SQLText.write(model.uniques[index].parts.map { $0.column }, of: model, into: &text)
    case .foreignKey(let index): return write(model.foreignKeys[index], into: &text)
    }
    text.append(literal: ")")
    return true
  }

  private func write(_ key: ForeignKey, into text: inout TextBuffer) -> Bool {
    text.append(literal: "FOREIGN KEY (")
    SQLText.write(key.columns, of: model, into: &text)
    text.append(literal: ") REFERENCES ")
    SQLText.write(scope.schema.models[key.target].table, into: &text)
    text.append(literal: " (")
    SQLText.write(scope.schema.models[key.target].primaryKey, of: scope.schema.models[key.target], into: &text)
    text.append(literal: ") ON DELETE ")
    text.append(scope.deleteAction(key.deleteRule))
    return true
  }
}

extension Constraint {
  /// Whether a table can state it: one with a condition or an order can only be an index.
  var isPlain: Bool { condition == nil && !parts.contains { $0.isDescending } }
}
