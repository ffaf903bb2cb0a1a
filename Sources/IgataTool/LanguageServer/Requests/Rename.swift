import IgataDiagnostics
import IgataEditing

extension LanguageServer {
  mutating func prepareRename(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    guard let (document, location) = try locatePosition(parameters),
      let range = document.snapshot.prepareRename(at: location)
    else { return .null }
    return document.tree(range)
  }

  mutating func rename(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    let name = try parameters.text("newName")
    guard let (document, location) = try locatePosition(parameters) else {
      throw ResponseError(.requestFailed, "the document isn't a schema")
    }
    let snapshot = document.snapshot
    let recorded = workspace.recordedNames(document.key)
    try continueUnlessCancelled()
    let rename: Rename
    do throws(RenameError) {
      rename = try snapshot.rename(at: location, to: name, stored: settings.storedName, recorded: recorded)
    } catch {
      throw ResponseError(.requestFailed, message(error))
    }
    try continueUnlessCancelled()
    if !rename.message.isEmpty { show(rename.message) }
    let edit = WorkspaceEdit(
      edits: rename.edits,
      annotated: WorkspaceEdit.Annotated(edits: rename.sqlEdits, label: "SQL text"))
    return tree(edit, in: snapshot.files)
  }

  private mutating func message(_ error: RenameError) -> String {
    switch error {
    case .notAName: return "there is no name of a declaration here"
    case .invalidName(let name): return "'\(visible(name))' can't be a name"
    case .refused(let diagnostic, let files):
      guard files.indices.contains(diagnostic.range.file) else { return diagnostic.message }
      let file = files[diagnostic.range.file]
      let position = file.position(at: diagnostic.range.start)
      let name = PathText.name(file.name)
      return "\(diagnostic.message) (\(visible(name)):\(position.line):\(position.column))"
    }
  }

  /// Shows a message to the user.
  mutating func show(_ message: String) {
    notify("window/showMessage") { builder in
      builder.key("type", 3)
      builder.key("message", message)
    }
  }
}
