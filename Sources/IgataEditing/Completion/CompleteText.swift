import IgataDiagnostics
import IgataLint
import IgataSchema
import IgataSyntax

extension Proposals {
  /// What may stand in a comment or a string: rules after `// igata:allow`, and former names in `@renamed`.
  mutating func completeText(_ token: Token) {
    switch token.kind {
    case .lineComment:
      let text = context.tree.source.text(token.start, context.word.start)
      if text.drop(while: { $0 == "/" || $0 == " " }).hasPrefix("igata:allow ") { completeRules() }
    case .string:
      guard let bracket = context.bracket, let callee = context.callee(of: bracket), callee.isAttribute,
        callee.name == "renamed"
      else { return }
      completeFormerNames(isQuoted: true, token)
    default: break
    }
  }

  /// The rules that can be allowed, those first that are reported here.
  mutating func completeRules() {
    let range = ruleRange
    let here = Set(findings.filter { $0.range.touches(memberRange) }.map(\.kind.id))
    for rule in LintRule.all where rule.group != .suppression {
      append(Completion(rule.id, .rule, at: range, page: rule.id, rank: here.contains(rule.id) ? 0 : 1))
    }
  }

  /// The range of the rule's name at the location: words and the hyphens between them.
  private var ruleRange: SourceRange { context.tree.ruleRange(around: context.word) }

  /// The lines of the member that the location is in.
  private var memberRange: SourceRange {
    let source = context.tree.source
    let start = context.member.first?.start ?? context.word.start
    return SourceRange(
      file: context.tree.file, start: source.lineStart(of: start), end: source.lineEnd(of: context.word.end))
  }

  /// The names of the last recorded schema that are gone.
  ///
  /// - Parameters:
  ///   - isQuoted: Whether the location is in a string.
  ///   - token: The string.
  mutating func completeFormerNames(isQuoted: Bool, _ token: Token? = nil) {
    guard let recorded, let owner else { return }
    let name = snapshot.schema.name(of: owner.declaration)
    let gone: Set<String>
    switch owner.declaration {
    case .model where !context.isInBody: gone = recorded.models.subtracting(snapshot.schema.models.map(\.name))
    case .model, .structure:
      let fields = snapshot.fieldSyntaxes(of: owner.declaration).map(\.name.text)
      gone = (recorded.fields[name] ?? []).subtracting(fields)
    case .enumeration(let index):
      gone = (recorded.cases[name] ?? []).subtracting(snapshot.schema.enums[index].cases.map(\.name))
    case .newtype, .enumCase, .field, .structField: return
    }
    var range = context.word
    if let token { range = SourceRange(file: context.tree.file, start: token.start, end: token.end) }
    for old in gone {
      let text = stringLiteral(old)
      append(Completion(isQuoted ? text : old, .value, at: range, detail: "a former name", text: text))
    }
  }
}
