import IgataDiagnostics

/// Compiles a Mustache template: everything of the specification but lambdas, with inheritance and dynamic names.
///
/// Where there is an error among the diagnostics, the template is empty. After a thousand errors no more are looked
/// for.
///
/// - Parameters:
///   - source: The text of the template.
///   - name: What partial and parent tags call it.
///   - file: The index of the file among the files of the run, for the ranges of diagnostics.
public func compile(_ source: SourceFile, as name: String, file: Int = 0) -> (Template, [Diagnostic]) {
  var scanner = TagScanner(source.bytes, file: file)
  scanner.scan()
  let pairs = TagPairs(scanner.tags, of: source.bytes, file: file)
  let unpaired = scanner.hasLostTags ? [] : pairs.diagnostics
  let diagnostics = (scanner.diagnostics + unpaired).sorted { $0.range.start < $1.range.start }
  guard diagnostics.isEmpty else {
    var code = Code()
    code.append(.finish, at: SourceRange(file: file, start: 0, end: 0))
    return (Template(name: name, code: code), diagnostics)
  }
  var compiler = TemplateCompiler(source.bytes, scanner.tags, partners: pairs.partners, file: file)
  compiler.compile()
  return (Template(name: name, code: compiler.code), [])
}
