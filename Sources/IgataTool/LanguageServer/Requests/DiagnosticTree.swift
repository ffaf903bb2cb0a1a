import IgataDiagnostics

extension LanguageServer {
  /// The diagnostics of each file.
  mutating func trees(_ diagnostics: [Diagnostic], in files: [SourceFile]) -> [[JSONTree]] {
    var lists = [[JSONTree]](repeating: [], count: files.count)
    for diagnostic in diagnostics where files.indices.contains(diagnostic.range.file) {
      lists[diagnostic.range.file].append(tree(diagnostic, in: files))
    }
    return lists
  }

  mutating func tree(_ diagnostic: Diagnostic, in files: [SourceFile]) -> JSONTree {
    let file = files[diagnostic.range.file]
    let table = workspace.table(file.name, file.bytes)
    var related: [JSONTree] = []
    if client.showsRelatedLocations {
      for item in diagnostic.related where files.indices.contains(item.range.file) {
        let location = tree(item.range, in: files[item.range.file])
        related.append(
          JSONBuilder.tree { builder in
            builder.key("location", location)
            builder.key("message", item.message)
          })
      }
    }
    return JSONBuilder.tree { builder in
      builder.key("range", table.range(of: diagnostic.range.start..<diagnostic.range.end).tree)
      builder.key("severity", diagnostic.severity.number)
      builder.key("code", diagnostic.kind.id)
      if client.showsCodeDescriptions, let address = DocumentationSite.page(of: diagnostic.kind.id, at: site) {
        builder.key("codeDescription", JSONBuilder.tree { $0.key("href", address) })
      }
      builder.key("source", "igata")
      builder.key("message", diagnostic.message + (diagnostic.help.map { "\n\($0)" } ?? ""))
      if let tag = diagnostic.kind.tag, client.showsDiagnosticTags { builder.key("tags", .list([.number(tag)])) }
      if !related.isEmpty { builder.key("relatedInformation", .list(related)) }
    }
  }
}

extension Diagnostic.Severity {
  fileprivate var number: Int {
    switch self {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }
}

extension DiagnosticKind {
  /// How an editor shows the text: 1 for what is unnecessary, 2 for what is deprecated.
  fileprivate var tag: Int? {
    if id.hasPrefix("redundant-") || id.hasPrefix("unused-") { return 1 }
    return id == "deprecated-use" ? 2 : nil
  }
}
