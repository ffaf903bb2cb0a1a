import IgataDiagnostics
import IgataLint
import IgataSyntax

extension Snapshot {
  /// The actions that allow a rule where it is reported, or turn it off.
  func suppressions(of finding: Diagnostic) -> [CodeAction] {
    let id = finding.kind.id
    guard let rule = LintRule.all.first(where: { $0.id == id }), rule.group != .suppression,
      let tree = tree(of: finding.range.file), let edit = allow(id, at: finding.range.start, in: tree)
    else { return [] }
    var off = CodeAction("turn '\(id)' off in igata.json", .quickFix, [], finding: finding)
    off.effect = .turnOff(rule: id)
    return [CodeAction("allow '\(id)' here, with a reason", .quickFix, [edit], finding: finding), off]
  }

  /// The edit that adds an attribute to the member or the declaration at an offset, or a comment before what can't have
  /// one.
  private func allow(_ rule: String, at offset: Int, in tree: SyntaxTree) -> Diagnostic.Fix.Edit? {
    guard let declaration = tree.declaration(at: offset) else { return nil }
    if case .enum(let syntax) = declaration {
      let item = syntax.cases.last { $0.range.contains(offset) }
      if let item { return allow(rule, item.attributes, after: item.range.endPoint) }
    }
    switch declaration.members.member(at: offset) {
    case .field(let field)?: return allow(rule, field.attributes, after: field.range.endPoint)
    case .constraint?, .reserved?, .distribution?: return comment(rule, before: offset, in: tree)
    case nil: break
    }
    guard let end = declaration.attributesEnd else { return comment(rule, before: offset, in: tree) }
    return allow(rule, declaration.attributes, after: end)
  }

  private func allow(
    _ rule: String, _ attributes: [AttributeSyntax], after end: SourceRange
  ) -> Diagnostic.Fix.Edit {
    let argument = "\(rule), \"explain why\""
    if let last = attributes.first(where: { $0.name.text == "allow" })?.arguments?.last {
      return .init(last.range.endPoint, ", \(argument)")
    }
    return .init(end, " @allow(\(argument))")
  }

  private func comment(_ rule: String, before offset: Int, in tree: SyntaxTree) -> Diagnostic.Fix.Edit {
    let start = tree.source.lineStart(of: offset)
    let indentation = tree.source.indentation(ofLineAt: start)
    let line = SourceRange(file: tree.file, start: start, end: start)
    return .init(line, "\(indentation)// igata:allow \(rule) explain why\n")
  }
}

extension SourceFile {
  /// The white space at the start of a line.
  func indentation(ofLineAt start: Int) -> String {
    var end = start
    while end < bytes.count, bytes[end] == UInt8(ascii: " ") || bytes[end] == UInt8(ascii: "\t") { end += 1 }
    return text(start, end)
  }
}

extension DeclarationSyntax {
  /// Where another attribute can be added; `nil` if it can't have any.
  var attributesEnd: SourceRange? {
    if let last = attributes.last { return last.range.endPoint }
    switch self {
    case .enum(let syntax): return (syntax.rawType?.range ?? syntax.name?.range)?.endPoint
    case .type(let syntax): return syntax.base.map { $0.range.endPoint }
    case .struct(let syntax), .model(let syntax): return syntax.name?.range.endPoint
    case .reserved: return nil
    }
  }
}
