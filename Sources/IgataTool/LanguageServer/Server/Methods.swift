import IgataDiagnostics

/// The methods that the server knows.
extension LanguageServer {
  typealias Request = @Sendable (inout LanguageServer, Parameters) throws(ResponseError) -> JSONTree
  typealias Notification = @Sendable (inout LanguageServer, Parameters) throws(ResponseError) -> Void

  /// The requests except for `initialize`, by name.
  static let requests: [String: Request] = [
    "shutdown": { (server, _) throws(ResponseError) in
      server.phase = .shutDown
      return .null
    },
    "textDocument/completion": { (server, it) throws(ResponseError) in try server.completion(it) },
    "completionItem/resolve": { (server, it) throws(ResponseError) in try server.resolveCompletion(it) },
    "textDocument/hover": { (server, it) throws(ResponseError) in try server.hover(it) },
    "textDocument/signatureHelp": { (server, it) throws(ResponseError) in try server.signatureHelp(it) },
    "textDocument/definition": { (server, it) throws(ResponseError) in try server.definition(it) },
    "textDocument/declaration": { (server, it) throws(ResponseError) in try server.definition(it) },
    "textDocument/typeDefinition": { (server, it) throws(ResponseError) in try server.typeDefinition(it) },
    "textDocument/implementation": { (server, it) throws(ResponseError) in try server.implementation(it) },
    "textDocument/references": { (server, it) throws(ResponseError) in try server.references(it) },
    "textDocument/documentHighlight": { (server, it) throws(ResponseError) in try server.documentHighlight(it) },
    "textDocument/documentSymbol": { (server, it) throws(ResponseError) in try server.documentSymbol(it) },
    "textDocument/semanticTokens/full": { (server, it) throws(ResponseError) in try server.semanticTokens(it) },
    "textDocument/semanticTokens/range": { (server, it) throws(ResponseError) in try server.semanticTokens(it) },
    "textDocument/foldingRange": { (server, it) throws(ResponseError) in try server.foldingRange(it) },
    "textDocument/selectionRange": { (server, it) throws(ResponseError) in try server.selectionRange(it) },
    "textDocument/inlayHint": { (server, it) throws(ResponseError) in try server.inlayHint(it) },
    "textDocument/formatting": { (server, it) throws(ResponseError) in try server.formatting(it) },
    "textDocument/rangeFormatting": { (server, it) throws(ResponseError) in try server.rangeFormatting(it) },
    "textDocument/onTypeFormatting": { (server, it) throws(ResponseError) in try server.onTypeFormatting(it) },
    "textDocument/prepareRename": { (server, it) throws(ResponseError) in try server.prepareRename(it) },
    "textDocument/rename": { (server, it) throws(ResponseError) in try server.rename(it) },
    "textDocument/codeAction": { (server, it) throws(ResponseError) in try server.codeAction(it) },
    "textDocument/diagnostic": { (server, it) throws(ResponseError) in try server.documentDiagnostic(it) },
    "workspace/diagnostic": { (server, it) throws(ResponseError) in try server.workspaceDiagnostic(it) },
    "workspace/symbol": { (server, it) throws(ResponseError) in try server.workspaceSymbol(it) },
    "workspace/executeCommand": { (server, it) throws(ResponseError) in try server.executeCommand(it) },
  ]

  /// The notifications except for `exit` and `$/cancelRequest`, by name.
  static let notifications: [String: Notification] = [
    "initialized": { (server, _) throws(ResponseError) in server.initialized() },
    "textDocument/didOpen": { (server, it) throws(ResponseError) in try server.didOpen(it) },
    "textDocument/didChange": { (server, it) throws(ResponseError) in try server.didChange(it) },
    "textDocument/didClose": { (server, it) throws(ResponseError) in try server.didClose(it) },
    "textDocument/didSave": { (server, _) throws(ResponseError) in server.filesChanged() },
    "workspace/didChangeWatchedFiles": { (server, _) throws(ResponseError) in server.filesChanged() },
    "workspace/didChangeConfiguration": { (server, it) throws(ResponseError) in server.settingsChanged(it) },
    "workspace/didChangeWorkspaceFolders": { (server, it) throws(ResponseError) in try server.foldersChanged(it) },
  ]
}
