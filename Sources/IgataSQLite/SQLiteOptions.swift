#if SQLite || canImport(SQLite3)

/// How a database is opened.
public struct SQLiteOptions: Hashable, Sendable {
  /// How long to wait for another process that holds the database, before ``StoreError/locked(reason:)`` is thrown.
  public var busyTimeout: Duration
  /// How many bytes of the database a connection keeps in memory at most.
  public var cacheSize: Int
  /// How many bytes of the file are read as memory; 0 for none.
  ///
  /// A file that can't be read while it is mapped, because it was truncated or because the device is locked, ends the
  /// process.
  public var memoryMapSize: Int
  /// How many sessions may read at the same time.
  public var readerCount: Int
  /// Whether the file is only read, and must exist.
  ///
  /// A file without a log in a folder that can't be written to is taken for one that nobody changes while it is open, as
  /// the files of an app's bundle are.
  public var isReadOnly: Bool

  /// Whether a synchronization waits until the drive has written its own cache, which `fsync` does not do on Apple
  /// platforms. It takes milliseconds. Other systems do this with every `fsync`, and ignore the option.
  public var usesFullSync: Bool

  /// How often to look, while anybody watches, whether another process wrote: how late it may be noticed.
  public var outsideInterval: Duration

  /// How many bytes of a file are read as memory by default: 256 MiB on macOS and Linux; 0 on iOS, tvOS, watchOS and
  /// visionOS, where a file is protected while the device is locked.
  public static var defaultMemoryMapSize: Int {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
    0
    #else
    256 << 20
    #endif
  }

  /// The defaults, where nothing else is said.
  public init(
    busyTimeout: Duration = .seconds(5), cacheSize: Int = 64 << 20,
    memoryMapSize: Int = SQLiteOptions.defaultMemoryMapSize, readerCount: Int = 4, isReadOnly: Bool = false,
    usesFullSync: Bool = false, outsideInterval: Duration = .milliseconds(100)
  ) {
    self.busyTimeout = busyTimeout
    self.cacheSize = cacheSize
    self.memoryMapSize = memoryMapSize
    self.readerCount = readerCount
    self.isReadOnly = isReadOnly
    self.usesFullSync = usesFullSync
    self.outsideInterval = outsideInterval
  }

  /// What goes through a table once has no use for pages that it read before: it keeps few of them.
  var forStreams: SQLiteOptions {
    var options = self
    options.cacheSize = min(cacheSize, 4 << 20)
    options.memoryMapSize = 0
    return options
  }
}

#endif
