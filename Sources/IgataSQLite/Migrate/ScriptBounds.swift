#if SQLite || canImport(SQLite3)

/// What the statements of a script may take. The script may be one that nobody has read, with a statement that never
/// ends.
@_spi(Backend) public struct ScriptBounds: Sendable {
  /// How many instructions of SQLite's virtual machine a statement may take.
  let steps: Int
  /// How many bytes the database may have.
  let size: Int64
  /// How many bytes a value, or a row, may have.
  let valueSize: Int32

  private static let megabyte = 1 << 20

  /// For definitions of tables without rows, which take few steps.
  public static let definitions = ScriptBounds(
    steps: 1_000_000, size: Int64(32 * megabyte), valueSize: Int32(megabyte))

  /// For a dump, whose text has all rows that it makes. An index takes a step for each row, and a page if it has none.
  public static func dump(_ script: String) -> ScriptBounds {
    let length = script.utf8.count
    return ScriptBounds(
      steps: 100_000_000 + 1000 * length, size: Int64(256 * megabyte + 4 * length),
      valueSize: Int32(clamping: max(megabyte, length)))
  }
}

#endif
