import IgataDiagnostics
import IgataEditing

/// Edits of several files that belong together.
struct WorkspaceEdit {
  /// Edits that the client may ask the user about.
  struct Annotated {
    var edits: [Diagnostic.Fix.Edit]
    var label: String
  }

  var edits: [Diagnostic.Fix.Edit]
  var annotated: Annotated?
  /// The name of the annotation in the message.
  fileprivate static let annotation = "confirm"
}

extension LanguageServer {
  /// Edits in the form that the client knows. Edits to confirm are left out if the client can't ask.
  mutating func tree(_ edit: WorkspaceEdit, in files: [SourceFile]) -> JSONTree {
    var trees: [Int: [(start: Int, tree: JSONTree)]] = [:]
    var tables: [Int: PositionTable] = [:]
    func add(_ edits: [Diagnostic.Fix.Edit], _ annotation: String?, _ workspace: inout Workspace) {
      for edit in edits where files.indices.contains(edit.range.file) {
        let file = files[edit.range.file]
        let table = tables[edit.range.file] ?? workspace.table(file.name, file.bytes)
        tables[edit.range.file] = table
        trees[edit.range.file, default: []].append((edit.range.start, table.tree(edit, annotation: annotation)))
      }
    }
    add(edit.edits, nil, &workspace)
    let annotated = client.usesChangeAnnotations ? edit.annotated : nil
    if let annotated { add(annotated.edits, WorkspaceEdit.annotation, &workspace) }
    let sorted = trees.sorted { $0.key < $1.key }.map { file, edits in
      (workspace.uri(files[file].name), JSONTree.list(edits.sorted { $0.start < $1.start }.map(\.tree)))
    }
    return JSONBuilder.tree { builder in
      guard client.usesDocumentChanges else {
        builder.key("changes") { changes in
          for (uri, edits) in sorted { changes.key(uri.text, edits) }
        }
        return
      }
      builder.key("documentChanges", list: sorted) { change, entry in
        change.key("textDocument") { document in
          document.key("uri", entry.0.text)
          document.key("version", workspace.documents[entry.0.path].map { .number($0.version) } ?? .null)
        }
        change.key("edits", entry.1)
      }
      guard let annotated, !annotated.edits.isEmpty else { return }
      builder.key("changeAnnotations") { annotations in
        annotations.key(WorkspaceEdit.annotation) { annotation in
          annotation.key("label", annotated.label)
          annotation.key("needsConfirmation", true)
        }
      }
    }
  }
}
