import IgataDiagnostics

/// A text that the client edits.
struct OpenDocument: Sendable {
  /// The address as the client wrote it when it opened the text last.
  private(set) var uri: DocumentURI
  /// The other addresses of the same path that the client has opened. It takes each for a document of its own.
  private var others: [DocumentURI] = []
  var version: Int
  private(set) var table: PositionTable

  init(_ uri: DocumentURI, version: Int, text: String, _ encoding: PositionEncoding) {
    self.uri = uri
    self.version = version
    table = PositionTable(Array(text.utf8), encoding, isSent: true)
  }

  /// All addresses by which the client has opened the text.
  var uris: [DocumentURI] { others + [uri] }

  /// Notes that the text was open before.
  mutating func keepAddresses(of other: OpenDocument) {
    others = other.uris.filter { $0.text != uri.text }
  }

  /// Closes the text by one of its addresses. Closing one by which it wasn't opened closes all.
  ///
  /// - Returns: Whether it is still open by another one.
  mutating func close(_ closed: DocumentURI) -> Bool {
    var rest = uris
    rest.removeAll { $0.text == closed.text }
    guard rest.count < uris.count, let last = rest.popLast() else { return false }
    (uri, others) = (last, rest)
    return true
  }

  var bytes: [UInt8] { table.bytes }

  /// Replaces the text of a range, or the whole text if the range is `nil`.
  mutating func replace(_ range: Range<DocumentPosition>?, with text: String) {
    guard let range else {
      table = PositionTable(Array(text.utf8), table.encoding, isSent: true)
      return
    }
    var bytes = table.bytes
    bytes.replaceSubrange(table.offsets(of: range), with: text.utf8)
    table = PositionTable(bytes, table.encoding, isSent: true)
  }
}
