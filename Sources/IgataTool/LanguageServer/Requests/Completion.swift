import IgataDiagnostics
import IgataEditing

extension LanguageServer {
  mutating func completion(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    guard let (document, location) = try locatePosition(parameters) else { return .null }
    let recorded = workspace.lastVersion(document.key)?.names
    // The rules aren't run for this: what they found in an older text is of use, too.
    let findings = workspace.projects[document.key]?.lastFindings ?? []
    let completions = document.snapshot.completions(at: location, recorded: recorded, findings: findings)
    try continueUnlessCancelled()
    let best = document.snapshot.best(completions, at: location)
    let items = JSONTree.list(best.map { tree($0, in: document) })
    if best.count == completions.count { return items }
    // The client asks again when more is typed.
    return JSONBuilder.tree { builder in
      builder.key("isIncomplete", true)
      builder.key("items", items)
    }
  }

  private func tree(_ completion: Completion, in document: LocatedDocument) -> JSONTree {
    JSONBuilder.tree { builder in
      builder.key("label", completion.label)
      builder.key("kind", completion.kind.number)
      if let detail = completion.detail { builder.key("detail", detail) }
      if let documentation = completion.documentation {
        builder.key("documentation", client.completionFormat.tree(documentation))
      }
      if completion.isDeprecated, client.showsDeprecatedTags { builder.key("tags", .list([.number(1)])) }
      let rank = String(completion.rank)
      builder.key("sortText", String(repeating: "0", count: max(0, 4 - rank.utf8.count)) + rank + completion.label)
      let snippet = client.usesSnippets ? completion.snippet : nil
      if snippet != nil { builder.key("insertTextFormat", 2) }
      builder.key("textEdit") { edit in
        edit.key("range", document.tree(completion.range))
        edit.key("newText", snippet ?? completion.text)
      }
      if let page = completion.page { builder.key("data") { $0.key("page", page) } }
    }
  }

  mutating func resolveCompletion(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    guard let value = parameters.value, case .object(let members) = JSONTree(value) else {
      throw ResponseError(.invalidParameters, "the parameters are no completion item")
    }
    guard let id = parameters["data", "page"]?.text, let page = DiagnosticKind.page(of: id),
      parameters["documentation"] == nil
    else { return .object(members) }
    let documentation = client.completionFormat.tree(page)
    return .object(members + [JSONTree.Member(key: "documentation", value: documentation)])
  }
}

extension Completion.Kind {
  /// The number of the kind in the protocol.
  fileprivate var number: Int {
    switch self {
    case .function: 3
    case .field: 5
    case .model: 7
    case .value: 12
    case .enumeration: 13
    case .keyword: 14
    case .snippet: 15
    case .enumCase: 20
    case .rule: 21
    case .structure, .newtype: 22
    case .attribute: 24
    case .scalar: 25
    }
  }
}
