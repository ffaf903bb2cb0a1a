import IgataDiagnostics
import IgataEditing

extension LanguageServer {
  /// The kind of the action that applies all safe fixes to a document.
  var fixAllKind: String { "source.fixAll.igata" }

  mutating func codeAction(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    let uri = try parameters.document()
    let range = try parameters.range("range")
    let kinds = parameters["context", "only"]?.elements?.compactMap(\.text)
    guard let document = try locate(uri) else { return .null }
    let findings = workspace.findings(document.key)
    try continueUnlessCancelled()
    let snapshot = document.snapshot
    var trees: [JSONTree] = []
    if client.usesCodeActionLiterals {
      let found = (snapshot.errors + findings.changes + findings.all).sortedInSourceOrder()
      for action in snapshot.codeActions(in: document.range(range), findings: found)
      where Self.isWanted(action.kind.rawValue, among: kinds) {
        if let tree = tree(action, in: document) { trees.append(tree) }
      }
    }
    if Self.isWanted(fixAllKind, among: kinds), let action = try fixAllAction(uri, document) { trees.append(action) }
    return .list(trees)
  }

  /// Whether a client that asks for some kinds wants another one: itself, or one that it includes.
  private static func isWanted(_ kind: String, among kinds: [String]?) -> Bool {
    kinds?.contains { $0.isEmpty || kind == $0 || kind.hasPrefix("\($0).") } ?? true
  }

  private mutating func tree(_ action: CodeAction, in document: LocatedDocument) -> JSONTree? {
    let edit: JSONTree
    switch action.effect {
    case .edits(let edits): edit = tree(WorkspaceEdit(edits: edits), in: document.snapshot.files)
    case .turnOff(let rule):
      guard let path = document.key.configuration, let bytes = workspace.bytes(path),
        let change = turningOff(rule, in: SourceFile(name: path, bytes: bytes))
      else { return nil }
      edit = tree(WorkspaceEdit(edits: [change]), in: [SourceFile(name: path, bytes: bytes)])
    }
    let finding = action.finding.map { tree($0, in: document.snapshot.files) }
    return JSONBuilder.tree { builder in
      builder.key("title", action.title)
      builder.key("kind", action.kind.rawValue)
      if let finding { builder.key("diagnostics", .list([finding])) }
      if action.isPreferred { builder.key("isPreferred", true) }
      builder.key("edit", edit)
    }
  }

  /// The action that applies all safe fixes to a document; `nil` if there are none.
  private mutating func fixAllAction(
    _ uri: DocumentURI, _ document: LocatedDocument
  ) throws(ResponseError) -> JSONTree? {
    let findings = (document.snapshot.errors + workspace.findings(document.key).all)
    guard findings.contains(where: { $0.range.file == document.file && $0.fixes.contains(where: \.isSafe) }) else {
      return nil
    }
    let title = "fix all that can be fixed safely"
    guard client.usesCodeActionLiterals else {
      return JSONBuilder.tree { builder in
        builder.key("title", title)
        builder.key("command", "igata.fixAll")
        builder.key("arguments", list: [uri.text])
      }
    }
    let edits = workspace.fixAllEdits(document.key).filter { $0.range.file == document.file }
    try continueUnlessCancelled()
    guard !edits.isEmpty else { return nil }
    let edit = tree(WorkspaceEdit(edits: edits), in: document.snapshot.files)
    return JSONBuilder.tree { builder in
      builder.key("title", title)
      builder.key("kind", fixAllKind)
      builder.key("edit", edit)
    }
  }
}
