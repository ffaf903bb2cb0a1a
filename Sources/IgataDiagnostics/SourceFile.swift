/// A source text, with the name that messages use for it.
///
/// All stages refer to locations in the text by UTF-8 offsets. ``position(at:)`` converts an offset to a line and a
/// column.
public struct SourceFile: Equatable, Sendable {
  /// The name shown in messages, as it was given on the command line.
  public let name: String
  /// The bytes as they were read, a byte-order mark included.
  public let bytes: [UInt8]

  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  public init(name: String, text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }
}
