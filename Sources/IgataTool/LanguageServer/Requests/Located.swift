import IgataDiagnostics
import IgataEditing

/// A document of a request: the state of its project, and its index in it.
struct LocatedDocument {
  let key: ProjectKey
  let snapshot: ProjectSnapshot
  let file: Int
  let table: PositionTable

  func location(_ position: DocumentPosition) -> TextLocation {
    TextLocation(file: file, offset: table.offset(of: position))
  }

  func range(_ range: Range<DocumentPosition>) -> SourceRange {
    let offsets = table.offsets(of: range)
    return SourceRange(file: file, start: offsets.lowerBound, end: offsets.upperBound)
  }

  /// A range in the document itself.
  func tree(_ range: SourceRange) -> JSONTree { table.range(of: range.start..<range.end).tree }
}

extension LanguageServer {
  /// The document that a request is about; `nil` if it is no schema or doesn't exist.
  mutating func locate(_ parameters: Parameters) throws(ResponseError) -> LocatedDocument? {
    try locate(try parameters.document())
  }

  mutating func locate(_ uri: DocumentURI) throws(ResponseError) -> LocatedDocument? {
    guard workspace.isSchema(uri) else { return nil }
    let key = workspace.key(of: uri)
    let (project, snapshot) = workspace.resolved(key)
    try continueUnlessCancelled()
    guard let file = project.index(of: uri) else { return nil }
    let table = workspace.table(project.paths[file], snapshot.files[file].bytes)
    return LocatedDocument(key: key, snapshot: snapshot, file: file, table: table)
  }

  /// The document and the location in it that a request is about.
  mutating func locatePosition(
    _ parameters: Parameters
  ) throws(ResponseError) -> (document: LocatedDocument, location: TextLocation)? {
    let position = try parameters.position("position")
    return try locate(parameters).map { ($0, $0.location(position)) }
  }

  /// A range in one of the files of a snapshot, with the address of the file.
  mutating func tree(_ range: SourceRange, in snapshot: ProjectSnapshot) -> JSONTree? {
    guard snapshot.files.indices.contains(range.file) else { return nil }
    return tree(range, in: snapshot.files[range.file])
  }

  mutating func tree(_ range: SourceRange, in file: SourceFile) -> JSONTree {
    let table = workspace.table(file.name, file.bytes)
    return JSONBuilder.tree { builder in
      builder.key("uri", workspace.uri(file.name).text)
      builder.key("range", table.range(of: range.start..<range.end).tree)
    }
  }

  mutating func trees(_ ranges: [SourceRange], in snapshot: ProjectSnapshot) -> JSONTree {
    var trees: [JSONTree] = []
    for range in ranges { if let tree = tree(range, in: snapshot) { trees.append(tree) } }
    return .list(trees)
  }
}

extension DocumentPosition {
  var tree: JSONTree {
    JSONBuilder.tree { builder in
      builder.key("line", line)
      builder.key("character", character)
    }
  }
}

extension Range<DocumentPosition> {
  var tree: JSONTree {
    JSONBuilder.tree { builder in
      builder.key("start", lowerBound.tree)
      builder.key("end", upperBound.tree)
    }
  }
}
