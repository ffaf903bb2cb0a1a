import IgataDiagnostics
import IgataLint
import IgataSchema
import IgataSyntax
import IgataTables

extension Snapshot {
  /// What is known about a word that isn't a name of the schema: an attribute, a scalar, the id of a rule.
  func hoveredWord(at location: TextLocation, in tree: SyntaxTree) -> Hover? {
    if let rule = rule(at: location.offset, in: tree) { return Hover(range: rule, parts: [.page(text(of: rule))]) }
    guard let token = tree.word(at: location.offset) else { return nil }
    let range = SourceRange(file: tree.file, start: token.start, end: token.end)
    let text = tree.text(of: token)
    let roles = SyntacticRoles(tree, in: range)
    switch roles.kinds[token.start] {
    case .decorator?:
      guard let kind = AttributeKind(rawValue: text) else { return nil }
      return Hover(range: range, parts: [.code(kind.form, language: "igata"), .text(kind.purpose)])
    case .type?:
      guard let scalar = Scalar(named: text) else { return nil }
      let facts = (scalar == .fixed(scale: 1) ? [scalar.detail] : facts(of: scalar)).map { "- \($0)" }
      return Hover(range: range, parts: [.code(text, language: "igata"), .text(facts.joined(separator: "\n"))])
    default: return nil
    }
  }

  /// The id of a rule in `@allow` or in a comment for the linter.
  private func rule(at offset: Int, in tree: SyntaxTree) -> SourceRange? {
    let offset = max(0, min(offset, tree.source.bytes.count))
    let range = tree.ruleRange(around: SourceRange(file: tree.file, start: offset, end: offset))
    let id = text(of: range)
    guard id.utf8.count > 2, LintRule.all.contains(where: { $0.id == id }) else { return nil }
    let index = tree.tokenIndex(after: range.start)
    guard tree.tokens.indices.contains(index) else { return nil }
    switch tree.tokens[index].kind {
    case .lineComment: return tree.text(of: tree.tokens[index]).contains("igata:allow") ? range : nil
    case .identifier:
      let context = CursorContext(tree, range.start)
      guard let bracket = context.bracket, let callee = context.callee(of: bracket) else { return nil }
      return callee.isAttribute && callee.name == "allow" ? range : nil
    default: return nil
    }
  }
}

extension SyntaxTree {
  /// The word that contains an offset, or ends there.
  func word(at offset: Int) -> Token? {
    let index = tokens.partitionIndex { $0.end >= offset }
    return tokens[index...].prefix(2).first { $0.kind.isName && $0.start <= offset }
  }
}
