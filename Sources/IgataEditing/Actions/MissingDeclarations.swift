import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension Snapshot {
  /// The actions that declare a type that doesn't exist, at the end of the file.
  func missingDeclarations(of finding: Diagnostic) -> [CodeAction] {
    guard finding.kind == .unknownType, let tree = tree(of: finding.range.file) else { return [] }
    let name = text(of: finding.range)
    guard let declaration = tree.declaration(at: finding.range.start), isIdentifier(name) else { return [] }
    var forms: [(noun: String, text: String)] = [
      ("enum", "enum \(name) {\n  case first\n}\n"), ("type", "type \(name) = String\n"),
    ]
    if case .type = declaration { return [] }
    if case .model = declaration {
      forms.insert(("model", "model \(name) {\n  id: UUID = uuid() @primaryKey\n}\n"), at: 0)
    }
    return forms.map { form in
      let edit = insertion(of: form.text, after: tree.source.bytes.count, in: tree)
      return CodeAction("create the \(form.noun) '\(name)'", .quickFix, [edit], finding: finding)
    }
  }

  /// The edit that adds a declaration after an offset, with blank lines around it.
  func insertion(of text: String, after offset: Int, in tree: SyntaxTree) -> Diagnostic.Fix.Edit {
    let bytes = tree.source.bytes
    let end = SourceRange(file: tree.file, start: offset, end: offset)
    let endsLine = offset == 0 || bytes[offset - 1] == UInt8(ascii: "\n")
    guard offset < bytes.count else { return .init(end, (endsLine ? "\n" : "\n\n") + text) }
    return .init(end, "\n\n" + text.dropLast())
  }
}
