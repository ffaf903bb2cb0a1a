#if SQLite || canImport(SQLite3)
@_spi(Backend) public import IgataRuntime
@_spi(Backend) internal import IgataSQL

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

@_spi(Backend) extension SQLiteBackend {
  /// Runs the statements of a script, until one fails. None can open another file.
  ///
  /// - Returns: The line of the statement that failed, and why; `nil` if none did.
  public func load(_ script: String) async throws(StoreError) -> (line: Int, message: String)? {
    let connection = try await writer.acquire()
    defer { writer.release(connection) }
    defer { connection.endTransaction() }
    return connection.firstFault(in: script)
  }
}

extension Connection {
  fileprivate func firstFault(in script: String) -> (line: Int, message: String)? {
    if let end = script.utf8.firstIndex(of: 0) {
      return (1 + script.utf8[..<end].count { $0 == UInt8(ascii: "\n") }, "a NUL character is there")
    }
    return script.withCString { start in
      var rest = start
      while rest.pointee != 0 {
        var handle: OpaquePointer?
        var tail = Optional(rest)
        var code = sqlite3_prepare_v3(database, rest, -1, 0, &handle, &tail)
        if code == SQLITE_OK, handle != nil {
          repeat { code = sqlite3_step(handle) } while code == SQLITE_ROW
          if code == SQLITE_DONE { code = SQLITE_OK }
        }
        let message = code == SQLITE_OK ? nil : String(cString: sqlite3_errmsg(database))
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
