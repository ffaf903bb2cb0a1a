import IgataDiagnostics

/// The notifications about texts and files.
extension LanguageServer {
  mutating func didOpen(_ parameters: Parameters) throws(ResponseError) {
    let uri = try parameters.document()
    let text = try parameters.text("textDocument", "text")
    let version = try parameters.integer("textDocument", "version")
    workspace.open(OpenDocument(uri, version: version, text: text, workspace.encoding))
    schedule.note()
  }

  mutating func didChange(_ parameters: Parameters) throws(ResponseError) {
    let uri = try parameters.document()
    let version = try parameters.integer("textDocument", "version")
    guard let document = workspace.documents[uri.path] else {
      throw ResponseError(.invalidParameters, "'\(visible(uri.text))' isn't open")
    }
    guard version > document.version else {
      throw ResponseError(
        .invalidParameters,
        "'\(visible(uri.text))' has version \(document.version), so there can't be another version \(version)")
    }
    // All changes are read before any is made, so that a text never has a part of them.
    var changes: [(range: Range<DocumentPosition>?, text: String)] = []
    for change in try parameters.list("contentChanges") {
      let range = change["range"] == nil ? nil : try change.range("range")
      changes.append((range, try change.text("text")))
    }
    workspace.edit(uri) { document in
      document.version = version
      for change in changes { document.replace(change.range, with: change.text) }
    }
    schedule.note()
  }

  mutating func didClose(_ parameters: Parameters) throws(ResponseError) {
    workspace.close(try parameters.document())
    schedule.note(isSettled: true)
  }

  /// Files on disk have changed, or may have.
  mutating func filesChanged() {
    workspace.recheckDisk()
    schedule.note(isSettled: true)
    reports.isRefreshDue = client.pullsDiagnostics
  }
}
