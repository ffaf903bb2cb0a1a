import IgataDiagnostics

/// The address of a document. Two of them are equal if they lead to the same path.
struct DocumentURI: Hashable, Sendable {
  /// The address as the client writes it.
  let text: String
  /// The path if it is a file; otherwise the address itself, which is no absolute path.
  let path: String

  init(_ text: String) {
    self.text = text
    path = Self.path(text) ?? text
  }

  init(path: String) {
    self.path = path
    text = "file://" + percentEncoded(path)
  }

  /// Whether it is a file on disk, and not a text that exists in the client only.
  var isFile: Bool { path.utf8.first == UInt8(ascii: "/") }

  static func == (left: DocumentURI, right: DocumentURI) -> Bool { left.path == right.path }

  func hash(into hasher: inout Hasher) { hasher.combine(path) }

  private static func path(_ text: String) -> String? {
    let scheme = "file://"
    guard text.utf8.count > scheme.utf8.count, text.prefix(scheme.count).lowercased() == scheme else { return nil }
    // The host, which is empty or this machine, is not part of the path.
    guard let slash = text.utf8.dropFirst(scheme.utf8.count).firstIndex(of: UInt8(ascii: "/")) else { return nil }
    var bytes: [UInt8] = []
    var rest = text.utf8[slash...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) else { return nil }
      bytes.append(value)
      rest.removeFirst(2)
    }
    guard !bytes.contains(0), let path = String(validating: bytes, as: UTF8.self) else { return nil }
    return PathText.normalized(path)
  }
}
