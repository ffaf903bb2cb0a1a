import IgataDiagnostics
import IgataEditing

extension LanguageServer {
  mutating func formatting(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    guard let document = try locate(parameters) else { return .null }
    return document.trees(document.snapshot.formattingEdits(file: document.file))
  }

  mutating func rangeFormatting(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    let range = try parameters.range("range")
    guard let document = try locate(parameters) else { return .null }
    return document.trees(document.snapshot.formattingEdits(in: document.range(range)))
  }

  mutating func onTypeFormatting(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    guard let (document, location) = try locatePosition(parameters) else { return .null }
    return document.trees(document.snapshot.formattingEdits(afterTypingAt: location))
  }
}

extension LocatedDocument {
  /// Edits of the document itself.
  func trees(_ edits: [Diagnostic.Fix.Edit]) -> JSONTree {
    .list(edits.filter { $0.range.file == file }.map { table.tree($0) })
  }
}

extension PositionTable {
  func tree(_ edit: Diagnostic.Fix.Edit, annotation: String? = nil) -> JSONTree {
    JSONBuilder.tree { builder in
      builder.key("range", range(of: edit.range.start..<edit.range.end).tree)
      builder.key("newText", edit.replacement)
      if let annotation { builder.key("annotationId", annotation) }
    }
  }
}
