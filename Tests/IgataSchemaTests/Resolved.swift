import IgataDiagnostics
import IgataSchema
import IgataSyntax

/// Schema files that were parsed and resolved.
struct Resolved {
  var files: [SourceFile]
  var schema: Schema
  var diagnostics: [Diagnostic]

  init(_ files: [SourceFile], options: ResolveOptions = ResolveOptions()) {
    let (trees, syntaxErrors) = parse(files)
    let result = resolve(trees, options: options, syntaxErrors: syntaxErrors)
    self.files = files
    schema = result.schema
    diagnostics = (syntaxErrors + result.diagnostics).sortedInSourceOrder()
  }

  init(_ text: String, name: String = "Test.igata") { self.init([SourceFile(name: name, text: text)]) }

  var report: String { renderText(diagnostics, files: files, color: false) }
  var ids: [String] { diagnostics.map(\.kind.id) }
}
