import IgataDiagnostics
import IgataTemplateLanguage

/// What a client can do, as it says in its `initialize` request.
struct ClientCapabilities {
  private let value: Parameters

  init(_ value: JSONValue? = nil) { self.value = Parameters(value: value) }

  private func has(_ feature: JSONValue?) -> Bool { feature != nil }
  private func isOn(_ feature: JSONValue?) -> Bool { feature?.flag == true }

  /// Whether the client knows a request about documents, named by its key in the capabilities.
  func knows(_ feature: String) -> Bool { has(value["textDocument", feature]) }

  var positionEncoding: PositionEncoding {
    PositionEncoding(offered: value["general", "positionEncodings"]?.elements?.compactMap(\.text) ?? [])
  }

  // MARK: Diagnostics

  var pullsDiagnostics: Bool { knows("diagnostic") }
  var refreshesDiagnostics: Bool {
    isOn(value["workspace", "diagnostics", "refreshSupport"])
  }
  private var diagnostics: Parameters {
    Parameters(value: value["textDocument", pullsDiagnostics ? "diagnostic" : "publishDiagnostics"])
  }
  var showsRelatedLocations: Bool {
    isOn(diagnostics["relatedInformation"]) || isOn(value["textDocument", "publishDiagnostics", "relatedInformation"])
  }
  var showsDiagnosticTags: Bool {
    has(diagnostics["tagSupport"]) || has(value["textDocument", "publishDiagnostics", "tagSupport"])
  }
  var showsCodeDescriptions: Bool {
    isOn(diagnostics["codeDescriptionSupport"])
      || isOn(value["textDocument", "publishDiagnostics", "codeDescriptionSupport"])
  }

  // MARK: Completion, hover

  private var completionItem: Parameters { Parameters(value: value["textDocument", "completion", "completionItem"]) }
  var usesSnippets: Bool { isOn(completionItem["snippetSupport"]) }
  var showsDeprecatedTags: Bool { has(completionItem["tagSupport"]) }
  var completionFormat: TextFormat { TextFormat(completionItem["documentationFormat"]) }
  /// A string in a hover would be Markdown.
  var hoverFormat: TextFormat {
    TextFormat(value["textDocument", "hover", "contentFormat"]) == .markdown ? .markdown : .plainText
  }
  var signatureFormat: TextFormat {
    TextFormat(value["textDocument", "signatureHelp", "signatureInformation", "documentationFormat"])
  }
  var usesLabelOffsets: Bool {
    isOn(value["textDocument", "signatureHelp", "signatureInformation", "parameterInformation", "labelOffsetSupport"])
  }

  // MARK: Edits, symbols

  var showsHierarchicalSymbols: Bool {
    isOn(value["textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport"])
  }
  var usesCodeActionLiterals: Bool { has(value["textDocument", "codeAction", "codeActionLiteralSupport"]) }
  var preparesRename: Bool { isOn(value["textDocument", "rename", "prepareSupport"]) }
  var usesDocumentChanges: Bool { isOn(value["workspace", "workspaceEdit", "documentChanges"]) }
  var usesChangeAnnotations: Bool {
    usesDocumentChanges && has(value["workspace", "workspaceEdit", "changeAnnotationSupport"])
  }
  var foldsLinesOnly: Bool { isOn(value["textDocument", "foldingRange", "lineFoldingOnly"]) }
  var usesMultilineTokens: Bool { isOn(value["textDocument", "semanticTokens", "multilineTokenSupport"]) }

  // MARK: Workspace

  var appliesEdits: Bool { isOn(value["workspace", "applyEdit"]) }
  var answersConfiguration: Bool { isOn(value["workspace", "configuration"]) }
  var hasWorkspaceFolders: Bool { isOn(value["workspace", "workspaceFolders"]) }
  var watchesFiles: Bool { isOn(value["workspace", "didChangeWatchedFiles", "dynamicRegistration"]) }
}
