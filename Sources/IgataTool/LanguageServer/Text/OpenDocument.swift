import IgataDiagnostics

/// A text that the client edits.
struct OpenDocument: Sendable {
  let uri: DocumentURI
  var version: Int
  private(set) var table: PositionTable

  init(_ uri: DocumentURI, version: Int, text: String, _ encoding: PositionEncoding) {
    self.uri = uri
    self.version = version
    table = PositionTable(Array(text.utf8), encoding)
  }

  var bytes: [UInt8] { table.bytes }

  /// Replaces the text of a range, or the whole text if the range is `nil`.
  mutating func replace(_ range: Range<DocumentPosition>?, with text: String) {
    guard let range else {
      table = PositionTable(Array(text.utf8), table.encoding)
      return
    }
    var bytes = table.bytes
    bytes.replaceSubrange(table.offsets(of: range), with: text.utf8)
    table = PositionTable(bytes, table.encoding)
  }
}
