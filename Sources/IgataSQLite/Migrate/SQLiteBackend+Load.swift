#if SQLite || canImport(SQLite3)
@_spi(Backend) public import IgataRuntime
@_spi(Backend) internal import IgataSQL

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// What came of a script.
@_spi(Backend) public struct LoadedScript: Sendable {
  /// The line of the statement that failed, and why; `nil` if none did.
  public internal(set) var fault: (line: Int, message: String)?
  /// The virtual tables of a dump, which aren't created.
  public internal(set) var virtualTables: [DumpedVirtualTable] = []
}

@_spi(Backend) extension SQLiteBackend {
  /// Runs the statements of a script, until one fails. None can open another file.
  ///
  /// A dump creates virtual tables by writing to the catalog, which no script may do. Those statements, as the shell of
  /// SQLite writes them, are left out.
  ///
  /// - Parameters:
  ///   - script: The statements.
  ///   - bounds: What they may take.
  public func load(_ script: String, _ bounds: ScriptBounds) async throws(StoreError) -> LoadedScript {
    let connection = try await writer.acquire()
    defer { writer.release(connection) }
    defer { connection.endTransaction() }
    var loaded = LoadedScript()
    do {
      loaded.fault = try connection.firstFault(in: script, bounds) { loaded.virtualTables.append($0) }
    } catch {
      throw error.storeError(nil)
    }
    return loaded
  }
}

extension Connection {
  fileprivate func firstFault(
    in script: String, _ bounds: ScriptBounds, _ leaveOut: (DumpedVirtualTable) -> Void
  ) throws(EngineFailure) -> (line: Int, message: String)? {
    if let end = script.utf8.firstIndex(of: 0) {
      return (1 + script.utf8[..<end].count { $0 == UInt8(ascii: "\n") }, "a NUL character is there")
    }
    // From here on the size of a page stays, and with it that of the database.
    try runOnce("PRAGMA user_version = 0")
    let pages = bounds.size / max(try pageSize, 1)
    // A script could set its own.
    let limits = try ["main", "temp"].map { (name) throws(EngineFailure) in
      try Statement("PRAGMA \(name).max_page_count = \(pages)", on: database)
    }
    let valueSize = sqlite3_limit(database, SQLITE_LIMIT_LENGTH, bounds.valueSize)
    defer { sqlite3_limit(database, SQLITE_LIMIT_LENGTH, valueSize) }
    defer { interruption.register(on: database) }
    var checks = 0
    return withUnsafeMutablePointer(to: &checks) { checks in
      sqlite3_progress_handler(
        database, Interruption.stepsBetweenChecks,
        { checks in
          guard let checks = checks?.assumingMemoryBound(to: Int.self) else { return 0 }
          checks.pointee -= 1
          return checks.pointee < 0 ? 1 : 0
        }, checks)
      return firstFault(in: script, bounds, leaveOut) {
        checks.pointee = bounds.steps / Int(Interruption.stepsBetweenChecks)
        for limit in limits { try? run(limit) }
      }
    }
  }

  /// - Parameter willRun: Is called before each statement.
  private func firstFault(
    in script: String, _ bounds: ScriptBounds, _ leaveOut: (DumpedVirtualTable) -> Void, willRun: () -> Void
  ) -> (line: Int, message: String)? {
    script.withCString { start in
      var rest = start
      while rest.pointee != 0 {
        if let skipped = DumpedVirtualTable.statement(at: rest - start, of: script) {
          if let table = skipped.table { leaveOut(table) }
          rest += skipped.length
          continue
        }
        willRun()
        var handle: OpaquePointer?
        var tail = Optional(rest)
        // The rows of another database, though a temporary one, have no bound.
        audit.refusesDatabases = true
        var code = sqlite3_prepare_v3(database, rest, -1, 0, &handle, &tail)
        audit.refusesDatabases = false
        if code == SQLITE_OK, handle != nil {
          repeat { code = sqlite3_step(handle) } while code == SQLITE_ROW
          if code == SQLITE_DONE { code = SQLITE_OK }
        }
        let message: String? =
          switch code {
          case SQLITE_OK: nil
          case SQLITE_INTERRUPT: "the statement takes too long, or never ends"
          case SQLITE_FULL: "the database would have more than \(bounds.size >> 20) MB, or the statement never ends"
          case SQLITE_TOOBIG: "a value has more than \(bounds.valueSize) bytes"
          default: String(cString: sqlite3_errmsg(database))
          }
        sqlite3_finalize(handle)
        if let message { return (Self.line(of: rest - start, in: script), message) }
        guard let tail else { break }
        rest = tail
      }
      guard isInTransaction else { return nil }
      return (Self.line(of: rest - start, in: script), "the end is missing: a transaction is open")
    }
  }

  /// The line of the first statement from an offset on, after spaces and comments.
  private static func line(of offset: Int, in script: String) -> Int {
    let index = script.utf8.index(script.startIndex, offsetBy: offset)
    var line = 1 + script.utf8[..<index].count { $0 == UInt8(ascii: "\n") }
    var rest = script[index...]
    while let character = rest.first {
      let end: String
      switch character {
      case "-" where rest.hasPrefix("--"): end = "\n"
      case "/" where rest.hasPrefix("/*"): end = "*/"
      case _ where character.isWhitespace: end = String(character)
      default: return line
      }
      let skipped = rest[..<(rest.firstRange(of: end)?.upperBound ?? rest.endIndex)]
      line += skipped.count { $0.isNewline }
      rest = rest[skipped.endIndex...]
    }
    return line
  }
}

#endif
