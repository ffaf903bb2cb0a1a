import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let mutableKey = LintRule(
    "mutable-key", .relations, .strictOnly,
    """
    The key of a model can be changed.

    A row with a different key is a different row: relations to it become invalid or must change, and the row with the
    old key remains. With `let`, the compiler prevents this. Keys that the store generates aren't reported.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
      }
      """,
    fix: .replacing("id:", with: "let id:"),
    check: .models { model, context, findings in
      var seen: Set<Int> = []
      for column in model.model.primaryKey where seen.insert(model.model.columns[column].field).inserted {
        guard let field = context.declared.field(model.model.columns[column].field, of: model), !field.field.isConstant,
          field.field.defaultValue != .autoincrement
        else { continue }
        var start = field.syntax.range
        start.end = start.start
        findings.report(
          "'\(field.name)' is part of the key of '\(model.name)' and can be changed", at: field.range,
          help: "declare it with 'let'",
          fixes: [.init(title: "declare it with 'let'", range: start, replacement: "let ", isSafe: false)])
      }
    })
}
