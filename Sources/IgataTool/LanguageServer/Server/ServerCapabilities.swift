import IgataDiagnostics
import IgataEditing

extension LanguageServer {
  /// What the server offers: what the first version of the protocol had, which clients use without saying so, and what
  /// else the client knows.
  var capabilities: JSONTree {
    JSONBuilder.tree { builder in
      builder.key("positionEncoding", client.positionEncoding.rawValue)
      builder.key("textDocumentSync") { sync in
        sync.key("openClose", true)
        sync.key("change", 2)
        sync.key("save", true)
      }
      addLookups(to: &builder)
      addEdits(to: &builder)
      addWorkspace(to: &builder)
    }
  }

  private func addLookups(to builder: inout JSONBuilder) {
    for name in ["hover", "definition", "references", "documentHighlight", "documentSymbol"] {
      builder.key("\(name)Provider", true)
    }
    for name in ["declaration", "typeDefinition", "implementation", "foldingRange", "selectionRange", "inlayHint"]
    where client.knows(name) {
      builder.key("\(name)Provider", true)
    }
    builder.key("completionProvider") { provider in
      provider.key("triggerCharacters", list: ["@", ".", ":", "(", "=", "["])
      provider.key("resolveProvider", true)
    }
    builder.key("signatureHelpProvider") { $0.key("triggerCharacters", list: ["(", ","]) }
    if client.knows("semanticTokens") {
      builder.key("semanticTokensProvider") { provider in
        provider.key("legend") { legend in
          legend.key("tokenTypes", list: SemanticToken.Kind.allCases.map(\.name))
          legend.key("tokenModifiers", list: SemanticToken.Modifiers.names)
        }
        provider.key("full", true)
        provider.key("range", true)
      }
    }
    if client.pullsDiagnostics {
      builder.key("diagnosticProvider") { provider in
        provider.key("identifier", "igata")
        provider.key("interFileDependencies", true)
        provider.key("workspaceDiagnostics", true)
      }
    }
  }

  private func addEdits(to builder: inout JSONBuilder) {
    builder.key("documentFormattingProvider", true)
    builder.key("documentRangeFormattingProvider", true)
    builder.key("documentOnTypeFormattingProvider") { provider in
      provider.key("firstTriggerCharacter", "}")
      provider.key("moreTriggerCharacter", list: ["\n"])
    }
    if client.preparesRename {
      builder.key("renameProvider") { $0.key("prepareProvider", true) }
    } else {
      builder.key("renameProvider", true)
    }
    if client.usesCodeActionLiterals {
      builder.key("codeActionProvider") { provider in
        let kinds = [CodeAction.Kind.quickFix, .refactor, .extract, .rewrite].map(\.rawValue) + [fixAllKind]
        provider.key("codeActionKinds", list: kinds)
      }
    } else {
      builder.key("codeActionProvider", true)
    }
  }

  private func addWorkspace(to builder: inout JSONBuilder) {
    builder.key("workspaceSymbolProvider", true)
    builder.key("executeCommandProvider") { $0.key("commands", list: Self.commands.keys.sorted()) }
    guard client.hasWorkspaceFolders else { return }
    builder.key("workspace") { workspace in
      workspace.key("workspaceFolders") { folders in
        folders.key("supported", true)
        folders.key("changeNotifications", true)
      }
    }
  }
}
