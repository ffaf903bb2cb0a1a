import IgataDiagnostics

/// Compiles a Mustache template. Everything in the specification is supported except lambdas, including inheritance and
/// dynamic names.
///
/// If there are errors among the diagnostics, the template is empty. Compilation stops after a thousand errors.
///
/// - Parameters:
///   - source: The text of the template.
///   - name: The name that partial and parent tags use for the template.
///   - file: The index of the file among the files of the run, for the ranges of the diagnostics.
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
