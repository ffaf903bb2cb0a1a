import IgataDiagnostics
import IgataEvolution
import IgataSchema
import IgataSyntax

/// A step from one schema to another.
struct Step {
  let evolution: Evolution
  /// The errors of both schemas by themselves.
  let errors: String
  private let old: SourceFile
  private let new: SourceFile

  init(_ old: String, _ new: String) {
    self.old = SourceFile(name: "old", text: old)
    self.new = SourceFile(name: "new", text: new)
    let (before, oldErrors) = Self.resolved(self.old)
    let (after, newErrors) = Self.resolved(self.new)
    errors = oldErrors + newErrors
    evolution = evolve(from: before.schema, to: after.schema, trees: after.trees)
  }

  private static func resolved(_ file: SourceFile) -> ((schema: Schema, trees: [SyntaxTree]), errors: String) {
    let (trees, syntaxErrors) = parse([file])
    let result = resolve(trees, syntaxErrors: syntaxErrors)
    let errors = renderText(syntaxErrors + result.diagnostics, files: [file], color: false)
    return ((result.schema, trees), errors)
  }

  /// The changes and the diagnostics.
  var report: String {
    errors + printChanges(evolution.changes, old: [old], new: [new])
      + renderText(evolution.diagnostics, files: [new], color: false)
      + evolution.diagnostics.flatMap(\.fixes).map { "fix: \($0.title)\n" }.joined()
  }
}
