import IgataDiagnostics
import IgataEditing
import IgataTemplateLanguage

/// What is shown at the cursor.
extension LanguageServer {
  mutating func completion(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    guard let (document, location) = try locatePosition(parameters) else { return .null }
    let recorded = workspace.recordedNames(document.key)
    // The rules aren't run for this: what they found in an older text is of use, too.
    let findings = workspace.projects[document.key]?.lastFindings ?? []
    let completions = document.snapshot.completions(at: location, recorded: recorded, findings: findings)
    try continueUnlessCancelled()
    return .list(completions.map { tree($0, in: document) })
  }

  private func tree(_ completion: Completion, in document: LocatedDocument) -> JSONTree {
    JSONBuilder.tree { builder in
      builder.key("label", completion.label)
      builder.key("kind", completion.kind.number)
      if let detail = completion.detail { builder.key("detail", detail) }
      if let documentation = completion.documentation {
        builder.key("documentation", markup(documentation, isMarkdown: client.showsMarkdownInCompletion))
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
    guard let id = parameters["data", "page"]?.text, let page = ExplanationPages.text(of: id),
      parameters["documentation"] == nil
    else { return .object(members) }
    let documentation = markup(page, isMarkdown: client.showsMarkdownInCompletion)
    return .object(members + [JSONTree.Member(key: "documentation", value: documentation)])
  }

  mutating func hover(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    guard let (document, location) = try locatePosition(parameters) else { return .null }
    let renderer = workspace.renderer(document.key)
    try continueUnlessCancelled()
    let dialects = workspace.project(document.key).dialects
    guard let hover = document.snapshot.hover(at: location, renderer: renderer, dialects: dialects) else {
      return .null
    }
    let isMarkdown = client.showsMarkdownInHover
    let text = hover.parts.compactMap { part in
      switch part {
      case .code(let text, let language): isMarkdown ? Self.fenced(text, language) : text
      case .text(let text): text
      case .page(let id): ExplanationPages.text(of: id)
      }
    }.joined(separator: "\n\n")
    return JSONBuilder.tree { builder in
      builder.key("contents", markup(text, isMarkdown: isMarkdown))
      builder.key("range", document.tree(hover.range))
    }
  }

  mutating func signatureHelp(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    guard let (document, location) = try locatePosition(parameters),
      let help = document.snapshot.signatureHelp(at: location)
    else { return .null }
    let label = PositionTable(Array(help.label.utf8), .utf16)
    let signature = JSONBuilder.tree { builder in
      builder.key("label", help.label)
      if let documentation = help.documentation {
        builder.key("documentation", markup(documentation, isMarkdown: client.showsMarkdownInSignatureHelp))
      }
      builder.key("parameters", list: help.parameters) { parameter, range in
        // Offsets in a label are in UTF-16, whatever the encoding of positions is.
        let offsets = [range.lowerBound, range.upperBound].map { JSONTree.number(label.position(of: $0).character) }
        let text = String(decoding: label.bytes[range.clamped(to: 0..<label.bytes.count)], as: UTF8.self)
        parameter.key("label", client.usesLabelOffsets ? .list(offsets) : .text(text))
      }
    }
    return JSONBuilder.tree { builder in
      builder.key("signatures", .list([signature]))
      builder.key("activeSignature", 0)
      if let active = help.activeParameter { builder.key("activeParameter", active) }
    }
  }

  private func markup(_ text: String, isMarkdown: Bool) -> JSONTree {
    JSONBuilder.tree { builder in
      builder.key("kind", isMarkdown ? "markdown" : "plaintext")
      builder.key("value", text)
    }
  }

  /// A block of code, with a fence that the code doesn't contain.
  private static func fenced(_ code: String, _ language: String) -> String {
    var fence = "```"
    while code.contains(fence) { fence += "`" }
    return "\(fence)\(language)\n\(code)\(code.hasSuffix("\n") ? "" : "\n")\(fence)"
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

extension JSONTree {
  /// A value that was received. A number that isn't an integer becomes `null`.
  init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .flag(let flag, _): self = .flag(flag)
    case .number(let digits, _): self = Int(digits).map { .number($0) } ?? .null
    case .text(let text, _): self = .text(text)
    case .list(let values, _): self = .list(values.map { JSONTree($0) })
    case .object(let members, _): self = .object(members.map { Member(key: $0.key, value: JSONTree($0.value)) })
    }
  }
}
