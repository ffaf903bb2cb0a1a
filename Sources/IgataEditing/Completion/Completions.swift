public import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension Snapshot {
  /// The proposals for the word at a location, best first.
  ///
  /// The kind of word is decided on the tokens before the location, so that there are proposals in a text with errors.
  ///
  /// - Parameters:
  ///   - recorded: The names in the last recorded schema, or `nil` if no schema is recorded.
  ///   - findings: The findings of the rules, which are proposed first where a rule is allowed.
  public func completions(
    at location: TextLocation, recorded: RecordedNames? = nil, findings: [Diagnostic] = []
  ) -> [Completion] {
    guard let tree = tree(of: location.file) else { return [] }
    let context = CursorContext(tree, location.offset)
    var proposals = Proposals(snapshot: self, context: context, recorded: recorded, findings: findings)
    proposals.complete()
    return proposals.items.sorted { ($0.rank, $0.label) < ($1.rank, $1.label) }
  }

  /// The best of more proposals than anybody reads: those that contain the letters that are typed before the location.
  ///
  /// - Parameter limit: The maximum number of proposals.
  public func best(_ completions: [Completion], at location: TextLocation, limit: Int = 200) -> [Completion] {
    guard completions.count > limit, let range = completions.first?.range, range.start <= location.offset else {
      return completions
    }
    let typed = SourceRange(file: range.file, start: range.start, end: min(location.offset, range.end))
    let letters = text(of: typed).utf8.map(\.folded)
    let ranks = completions.map { matchRank(of: Array($0.label.utf8), letters) }
    let matching = completions.indices.filter { ranks[$0] != nil }
    let best = matching.sorted {
      (completions[$0].rank, ranks[$0] ?? 0, $0) < (completions[$1].rank, ranks[$1] ?? 0, $1)
    }
    return best.prefix(max(0, limit)).sorted().map { completions[$0] }
  }
}

/// The proposals for one location.
struct Proposals {
  let snapshot: Snapshot
  let context: CursorContext
  let recorded: RecordedNames?
  let findings: [Diagnostic]
  private(set) var items: [Completion] = []

  mutating func complete() {
    if let text = context.text { return completeText(text) }
    if let bracket = context.bracket { return completeArguments(of: bracket) }
    switch context.previous {
    case nil: completeStart()
    case .at?: completeAttributes()
    case .colon?:
      if context.field(in: snapshot) != nil { completeTypes() } else { completeRawTypes() }
    case .equal?:
      if let field = context.field(in: snapshot) {
        completeDefault(of: field)
      } else if context.newtype(in: snapshot) != nil {
        completeBases()
      }
    case .dot?:
      if let field = context.field(in: snapshot), field.hasDefault { completeCases(of: field.type, hasDot: true) }
    default: break
    }
  }

  mutating func add(
    _ label: String, _ kind: Completion.Kind, detail: String? = nil, text: String? = nil, snippet: String? = nil,
    documentation: String? = nil, page: String? = nil, isDeprecated: Bool = false, rank: Int = 0
  ) {
    items.append(
      Completion(
        label, kind, at: context.word, detail: detail, text: text, snippet: snippet, documentation: documentation,
        page: page, isDeprecated: isDeprecated, rank: rank))
  }

  mutating func append(_ item: Completion) { items.append(item) }

  /// The declaration whose body or head the location is in, if it is part of the schema.
  var owner: NameUse? {
    guard let name = context.declaration?.name else { return nil }
    let found = snapshot.occurrence(at: TextLocation(file: context.tree.file, offset: name.start))
    return found?.role == .declaration ? found : nil
  }
}

extension Proposals {
  /// The words that start a declaration, a member or a case.
  private mutating func completeStart() {
    guard context.isInBody else { return completeDeclarations() }
    switch context.declaration?.keyword {
    case "enum":
      add("case", .keyword, detail: "a case", text: "case ", snippet: "case ${1:name}")
      addReserved(of: "cases")
    case "struct":
      add("let", .keyword, detail: "a field that is set once", text: "let ", snippet: "let ${1:name}: ${2:Type}")
      addReserved(of: "fields")
    default:
      add("let", .keyword, detail: "a field that is set once", text: "let ", snippet: "let ${1:name}: ${2:Type}")
      let fields = "(${1:field})"
      let key = "primaryKey\(fields)"
      add("primaryKey", .keyword, detail: "a key of several fields", text: "primaryKey()", snippet: key)
      add("unique", .keyword, detail: "no two rows have the same values", text: "unique()", snippet: "unique\(fields)")
      add("index", .keyword, detail: "rows are found by these fields", text: "index()", snippet: "index\(fields)")
      add("check", .keyword, detail: "a condition of every row", text: "check()", snippet: "check(${1:condition})")
      add(
        "distribute", .keyword, detail: "the field by which rows are distributed", text: "distribute(by: )",
        snippet: "distribute(by: ${1:field})", rank: 1)
      add("reference", .keyword, detail: "every server stores all rows", rank: 1)
      addReserved(of: "fields")
    }
  }

  private mutating func addReserved(of noun: String) {
    let detail = "names of \(noun) that are never used again"
    add("reserved", .keyword, detail: detail, text: "reserved ", snippet: "reserved ${1:name}", rank: 1)
  }

  private mutating func completeDeclarations() {
    add(
      "model", .keyword, detail: "a Swift type and a table", text: "model ",
      snippet: "model ${1:Name} {\n  id: UUID = uuid() @primaryKey\n  $0\n}")
    add("enum", .keyword, detail: "one of several cases", text: "enum ", snippet: "enum ${1:Name} {\n  case $0\n}")
    add(
      "struct", .keyword, detail: "a value whose fields become columns of its owner", text: "struct ",
      snippet: "struct ${1:Name} {\n  $0\n}")
    let type = "type ${1:Name} = ${0:String}"
    add("type", .keyword, detail: "a distinct type around a scalar", text: "type ", snippet: type)
    addReserved(of: "types")
  }
}
