#if SQLite || canImport(SQLite3)

/// The options with which a database is opened.
public struct SQLiteOptions: Sendable {
  /// How long to wait for another process that locks the database before ``/IgataRuntime/StoreError/locked(reason:)``
  /// is thrown, or for a transaction of this process that makes no call. While that works, it is waited for however
  /// long it takes.
  public var busyTimeout: Duration
  /// The maximum size, in bytes, of the page cache of a connection.
  public var cacheSize: Int
  /// How many bytes of the file are mapped into memory; 0 for none.
  ///
  /// If a mapped file can't be read, because it was truncated or because the device is locked, the process crashes.
  public var memoryMapSize: Int
  /// The maximum number of sessions that read at the same time.
  public var readerCount: Int
  /// How long a session waits for a connection that reads, or for its turn to write, before
  /// ``/IgataRuntime/StoreError/locked(reason:)`` is thrown, which names the transaction that has been open longest;
  /// `nil` if there is no limit.
  public var poolTimeout: Duration?
  /// Whether the file is opened read-only, and must exist.
  ///
  /// A file without a log in a folder that is not writable is assumed not to change while it is open, such as the files
  /// in the bundle of an app.
  public var isReadOnly: Bool

  /// Whether a synchronization waits until the drive has written its own cache, which `fsync` does not do on Apple
  /// platforms. It takes milliseconds. Other systems do this with every `fsync`, and ignore the option.
  public var usesFullSync: Bool

  /// Whether the log and its index stay beside the file when it is closed, so that it can be opened by processes that
  /// may only read its folder, such as extensions of an app. The log is merged nevertheless.
  public var keepsLog: Bool

  /// When the system lets the files be read that the backend creates; `nil`, which is the default, for what the app's
  /// entitlements say. It has an effect on Apple platforms.
  public var fileProtection: FileProtection?

  /// Prepares each connection, before anything else is done with it: with a key, functions, extensions or pragmas. It
  /// is called for those that read, write and stream, for copies in memory, for backups and for what is restored, on
  /// the thread that opens the connection, which must not wait for the store.
  ///
  /// ```swift
  /// let options = SQLiteOptions { connection in
  ///   try connection.execute("PRAGMA key = 'a secret'")
  /// }
  /// ```
  ///
  /// The backend sets these pragmas after that: `foreign_keys`, `synchronous`, `cache_size`, `mmap_size`, `query_only`,
  /// `fullfsync` and `checkpoint_fullfsync`. `journal_mode` must stay `WAL`. What it throws,
  /// the call throws that needed the connection.
  public var onOpen: OnOpen?

  /// Prepares a connection; see ``onOpen-swift.property``.
  public typealias OnOpen = @Sendable (borrowing SQLiteConnection) throws -> Void

  /// When the system lets files be read, as Apple's `FileProtectionType` names it.
  public enum FileProtection: Hashable, Sendable {
    /// While the device is unlocked. A database that is open when it is locked fails until it is unlocked.
    case complete
    /// While the device is unlocked, and as long as it is open after that.
    case completeUnlessOpen
    /// After the device was unlocked for the first time since it started.
    case completeUntilFirstUserAuthentication
    /// Always.
    case none
  }

  /// The interval at which changes by other processes are looked for while they are observed.
  public var outsideInterval: Duration

  /// How many bytes of a file are mapped into memory by default: 256 MiB on macOS and Linux; 0 on iOS, tvOS, watchOS
  /// and visionOS, where a file can't be read while the device is locked.
  public static var defaultMemoryMapSize: Int {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
    0
    #else
    256 << 20
    #endif
  }

  /// The default options, except for those that are passed.
  public init(
    busyTimeout: Duration = .seconds(5), cacheSize: Int = 64 << 20,
    memoryMapSize: Int = SQLiteOptions.defaultMemoryMapSize, readerCount: Int = 4,
    poolTimeout: Duration? = nil, isReadOnly: Bool = false, usesFullSync: Bool = false,
    outsideInterval: Duration = .milliseconds(100), keepsLog: Bool = false, fileProtection: FileProtection? = nil,
    onOpen: OnOpen? = nil
  ) {
    self.busyTimeout = busyTimeout
    self.cacheSize = cacheSize
    self.memoryMapSize = memoryMapSize
    self.readerCount = readerCount
    self.poolTimeout = poolTimeout
    self.isReadOnly = isReadOnly
    self.usesFullSync = usesFullSync
    self.outsideInterval = outsideInterval
    self.keepsLog = keepsLog
    self.fileProtection = fileProtection
    self.onOpen = onOpen
  }

  /// Streams read each page once, and need only a small cache.
  var forStreams: SQLiteOptions {
    var options = self
    options.cacheSize = min(cacheSize, 4 << 20)
    options.memoryMapSize = 0
    return options
  }
}

#endif
