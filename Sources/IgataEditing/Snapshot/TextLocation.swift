/// A UTF-8 offset in one of the files of a snapshot.
public struct TextLocation: Hashable, Sendable {
  /// The index of the file in ``Snapshot/files``.
  public var file: Int
  /// The offset in bytes, from 0 to the length of the file. Offsets beyond it are treated as its end.
  public var offset: Int

  public init(file: Int, offset: Int) {
    self.file = file
    self.offset = offset
  }
}
