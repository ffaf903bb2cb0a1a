import IgataTemplateLanguage

/// The view of a schema file for templates: its name, and what is documented of it.
final class DocsFileView: View {
  private enum Slot: String, CaseIterable {
    case name, number, models, hasModels, enums, tables, hasDeclarations
  }
  private static let slots = Slot.allCases
  private static let names = Shape(of: slots)

  private let scope: DocsScope
  private let number: Int
  private let parts: DocsParts

  init(_ scope: DocsScope, _ number: Int, _ parts: DocsParts) {
    self.scope = scope
    self.number = number
    self.parts = parts
  }

  var shape: Shape { Self.names }

  func value(at slot: Int) -> TemplateValue {
    switch Self.slots[slot] {
    case .name: .text(scope.fileNames[number])
    case .number: .number(number)
    case .models: .list(models.map { DocsModelView(scope, $0, swift: parts.swift[$0] ?? []) })
    case .hasModels: .flag(!models.isEmpty)
    case .enums: .list(enums.map { scope.view(enum: $0) })
    case .tables: .made(scope.tables(of: models))
    case .hasDeclarations: .flag(!models.isEmpty || !enums.isEmpty)
    }
  }

  private var models: [Int] {
    scope.generation.declarations(in: number).models.filter(scope.selection.includes(model:))
  }

  private var enums: [Int] { scope.generation.declarations(in: number).enums.filter(scope.selection.includes(enum:)) }
}
