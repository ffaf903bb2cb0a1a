import IgataDiagnostics
import IgataEditing
import IgataSchema

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
    let stored: StoredName =
      settings.keepsStoredNames ? .keep : .follow(recorded: workspace.lastVersion(document.key)?.names)
    try continueUnlessCancelled()
    let rename: Rename
    do throws(RenameError) {
      rename = try snapshot.rename(at: location, to: name, stored: stored)
    } catch {
      throw ResponseError(.requestFailed, error.message)
    }
    try continueUnlessCancelled()
    if !rename.message.isEmpty { show(rename.message) }
    let edit = WorkspaceEdit(
      edits: rename.edits,
      annotated: WorkspaceEdit.Annotated(edits: rename.sqlEdits, label: "SQL text"))
    return tree(edit, in: snapshot.files)
  }

  /// Shows a message to the user.
  mutating func show(_ message: String) {
    notify("window/showMessage") { builder in
      builder.key("type", 3)
      builder.key("message", message)
    }
  }
}
