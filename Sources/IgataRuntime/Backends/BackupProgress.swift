/// How far a backup is.
public struct BackupProgress: Hashable, Sendable {
  /// The bytes that are copied.
  public var copied: Int64
  /// The bytes of the database; at least ``copied``.
  public var total: Int64

  /// The progress of a backup that has copied some of its bytes.
  public init(copied: Int64, total: Int64) {
    self.copied = copied
    self.total = total
  }
}
