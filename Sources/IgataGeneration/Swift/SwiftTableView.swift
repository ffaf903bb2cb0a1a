import IgataSchema
import IgataTables
import IgataTemplateLanguage

/// The view of a model's table: its text for a multi-line Swift literal.
final class SwiftTableView: View {
  private enum Slot: String, CaseIterable { case lines, relations }
  private static let slots = Slot.allCases
  private static let names = Shape(of: slots)

  private let scope: GenerationScope
  private let table: ModelTable

  init(_ scope: GenerationScope, _ table: ModelTable) {
    self.scope = scope
    self.table = table
  }

  var shape: Shape { Self.names }

  func value(at slot: Int) -> TemplateValue {
    switch Self.slots[slot] {
    case .relations where table.targets.isEmpty: .null
    case .lines, .relations: .written(self, slot: slot)
    }
  }

  func write(_ slot: Int, into text: inout TextBuffer) -> Bool {
    switch Self.slots[slot] {
    case .lines: writeLines(into: &text)
    case .relations: writeRelations(into: &text)
    }
    return true
  }

  private func writeLines(into text: inout TextBuffer) {
    for (index, line) in table.table.lines.enumerated() {
      text.append(literal: index == 0 ? "    " : "\n    ")
      SwiftLiteral.writeLine(line, into: &text)
    }
  }

  /// Writes the target models of the relations.
  private func writeRelations(into text: inout TextBuffer) {
    var layout = SwiftLayout("", "relations: ", .square, indent: 4, into: &text)
    for target in table.targets {
      layout.next(&text)
      text.append(scope.modelValue(target))
      text.append(literal: ".self")
    }
    layout.end("", &text)
  }
}
