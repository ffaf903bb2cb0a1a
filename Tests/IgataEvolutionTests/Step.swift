import IgataDiagnostics
import IgataSchema
import IgataSyntax

@testable import IgataEvolution

/// A step from one schema to another.
struct Step {
  let evolution: Evolution
  /// The errors of both schemas by themselves.
  let errors: String
  private let old: SourceFile
  private let new: SourceFile

  init(_ old: String, _ new: String, own: [String: OwnSQL] = [:], dialects: [String] = ["sqlite"]) {
    self.old = SourceFile(name: "old", text: old)
    self.new = SourceFile(name: "new", text: new)
    let (before, oldErrors) = Self.resolved(self.old)
    let (after, newErrors) = Self.resolved(self.new)
    errors = oldErrors + newErrors
    evolution = evolve(from: before.schema, to: after.schema, trees: after.trees, own: own, dialects: dialects)
  }

  private static func resolved(_ file: SourceFile) -> ((schema: Schema, trees: [SyntaxTree]), errors: String) {
    let (trees, syntaxErrors) = parse([file])
    let result = resolve(trees, syntaxErrors: syntaxErrors)
    let errors = renderText(syntaxErrors + result.diagnostics, files: [file], color: false)
    return ((result.schema, trees), errors)
  }

  /// The changes and the diagnostics.
  var report: String {
    errors + printChanges(evolution.planned().changes, old: [old], new: [new])
      + renderText(evolution.diagnostics, files: [new], color: false)
      + evolution.diagnostics.flatMap(\.fixes).map { "fix: \($0.title)\n" }.joined()
  }

  /// A table that the script creates again although no change says so.
  var unexplainedRebuild: String? {
    var reported: Set<String> = []
    for change in evolution.planned().changes where change.plan.sqlite == .rebuild {
      reported.formUnion(evolution.tables.tableNames(of: change))
    }
    var rebuilt: Set<String> = []
    for case .rebuild(let rebuild) in planSQLite(evolution).steps {
      rebuilt.insert(rebuild.temporaryName.replacing("igata_new_", with: ""))
    }
    return rebuilt.subtracting(reported).min()
  }
}
