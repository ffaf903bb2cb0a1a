#if PostgreSQL
import Foundation
@_spi(Backend) import IgataRuntime
import Testing

@_spi(Backend) @testable import IgataPostgreSQL

/// Many rows are read with a cursor in batches, with the same rows and the same failures.
@Suite(.enabled(if: TestServer.isThere)) struct CursorBatchTests {
  private static let line = TableDescription(
    """
    table Line line
    column id int64
    column text string null
    column at date
    key id
    """)

  /// What happens at row 3000 of 5000.
  private enum Fault: String, CaseIterable {
    case error = "RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'"
    case malformed = "RETURN 'infinity'"
    case sleep = "PERFORM pg_sleep(100000)"
  }

  /// A schema with a table of that many rows, whose texts are null, empty, short, long and longer than a batch.
  private func filledSpace(_ count: Int, _ fault: Fault? = nil, name: String = "batches") async throws -> String {
    let connection = try await TestServer.space() + " application_name=\(name)"
    try await TestServer.run(
      """
      CREATE TABLE kept (id bigint PRIMARY KEY, text text COLLATE "C");
      INSERT INTO kept SELECT i, CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN '' WHEN 2 THEN repeat('記', 40)
        WHEN 3 THEN 'line ' || i ELSE repeat('x', CASE WHEN i % 500 = 4 THEN 300000 ELSE 17 END) END
      FROM generate_series(0, \(count - 1)) i;
      CREATE FUNCTION time_of(id bigint) RETURNS timestamptz LANGUAGE plpgsql VOLATILE AS
      $$ BEGIN IF id = 3000 THEN \(fault?.rawValue ?? "NULL"); END IF; RETURN to_timestamp(id); END $$;
      CREATE VIEW line AS SELECT id, text, time_of(id) AS at FROM kept
      """, on: connection)
    return connection
  }

  private func text(_ id: Int) -> StoredValue {
    switch id % 5 {
    case 0: .null
    case 1: .text("")
    case 2: .text(String(repeating: "記", count: 40))
    case 3: .text("line \(id)")
    default: .text(String(repeating: "x", count: id % 500 == 4 ? 300_000 : 17))
    }
  }

  /// The rows of a query, and the number of batches.
  private func rows(
    _ session: any BackendSession, _ condition: Condition? = nil
  ) async throws -> (rows: [[StoredValue]], batches: Int) {
    var rows: [[StoredValue]] = []
    var batches = 0
    let order = [Ordering(.column(RelationPath(), 0))]
    try await session.read(RowQuery(Self.line, where: condition, order: order)) { (reader) throws(StoreError) in
      batches += 1
      while reader.next() { rows.append((0..<3).map { reader.rawValue($0) }) }
    }
    return (rows, batches)
  }

  @Test(arguments: [0, 1, 127, 128, 129, 255, 256, 257, 2047, 2048, 5000]) func everyRowComesOnce(_ count: Int) async throws {
    let backend = try PostgreSQLBackend(try await filledSpace(count), options: .patient(connectionCount: 1))
    let expected = (0..<count).map { id in
      [.integer(Int64(id)), text(id), StoredValue.date(microseconds: Int64(id) * 1_000_000)]
    }
    let all = Condition.comparison(.column(RelationPath(), 0), .greaterOrEqual, .value(.integer(0)))
    let isMany = count >= 2048
    for access in [SessionAccess.singleRead, .read, .write] {
      let session = try await backend.begin(access)
      for turn in 0..<3 {
        let (found, batches) = try await rows(session)
        #expect(found == expected)
        // After a query has returned few rows, each connection reads it without a cursor.
        #expect((batches > 1) == (isMany || turn == 0 && access != .read && count >= 128), "\(batches)")
      }
      for turn in 0..<2 {
        let (found, batches) = try await rows(session, all)
        #expect(found == expected)
        if access == .singleRead { #expect((batches > 1) == (isMany && turn > 0)) }
      }
      try await session.commit()
    }
  }

  /// Narrow rows come in few batches, and wide ones in small ones.
  @Test(arguments: [(40, 40_000, 0...40), (100_000, 2500, 250...330)])
  func batchesHaveTheirMemory(_ width: Int, _ count: Int, _ expected: ClosedRange<Int>) async throws {
    let connection = try await TestServer.space()
    try await TestServer.run(
      """
      CREATE TABLE line (id bigint PRIMARY KEY, text text COLLATE "C", at timestamptz);
      ALTER TABLE line ALTER text SET STORAGE EXTERNAL;
      INSERT INTO line SELECT i, repeat('x', \(width)), NULL FROM generate_series(1, \(count)) i
      """, on: connection)
    let backend = try PostgreSQLBackend(connection, options: .patient())
    let session = try await backend.begin(.read)
    var sizes: [Int] = []
    let order = [Ordering(.column(RelationPath(), 0))]
    try await session.read(RowQuery(Self.line, order: order)) { (reader) throws(StoreError) in
      var rows = 0
      while reader.next() { rows += 1 }
      sizes.append(rows)
    }
    await session.rollback()
    #expect(sizes.reduce(0, +) == count && expected.contains(sizes.count), "\(sizes.prefix(5))")
  }

  /// A failure in a later batch has its reason, and leaves the transaction as it was before.
  @Test(arguments: [Fault.error, .malformed]) private func failuresInTheMiddle(_ fault: Fault) async throws {
    let connection = try await filledSpace(5000, fault)
    let backend = try PostgreSQLBackend(connection, options: .patient(connectionCount: 1))
    for access in [SessionAccess.singleRead, .read, .write] {
      let session = try #require(try await backend.begin(access) as? PostgreSQLSession)
      if access == .write { _ = try await session.run([.command("INSERT INTO kept VALUES (-1)")], nil) }
      for _ in 0..<2 {
        let failure = await error { _ = try await rows(session) }
        switch (fault, failure) {
        case (.error, .full("no space left")), (.malformed, .corrupted("Line", "3000", "at", _)): break
        default: Issue.record("\(access): \(String(describing: failure))")
        }
        #expect(
          try await session.texts("SELECT count(*)::text FROM kept WHERE id < 0", []) == [
            [
              access == .write ? "1" : "0"
            ]
          ])
      }
      if access == .write { await session.rollback() } else { try await session.commit() }
    }
  }

  /// A connection that is closed between batches, and a task that is canceled there.
  @Test(.timeLimit(.minutes(10)), arguments: [false, true]) func endsInTheMiddle(isCancelled: Bool) async throws {
    let name = "middle\(UInt32.random(in: 0...UInt32.max))"
    let connection = try await filledSpace(5000, .sleep, name: name)
    let backend = try PostgreSQLBackend(connection, options: .patient(connectionCount: 1))
    for access in [SessionAccess.singleRead, .read, .write] {
      let session = try await backend.begin(access)
      let load = Task { _ = try await rows(session) }
      let sleeping = "FROM pg_stat_activity WHERE application_name = '\(name)' AND wait_event = 'PgSleep'"
      while try await TestServer.run("SELECT count(*) \(sleeping)") != [["1"]] {
        try await Task.sleep(for: .milliseconds(5))
      }
      if isCancelled { load.cancel() } else { try await TestServer.run("SELECT pg_terminate_backend(pid) \(sleeping)") }
      let failure = await error { try await load.value }
      switch failure {
      case .cancelled where isCancelled: break
      case .unreachable where !isCancelled: break
      default: Issue.record("\(access): \(String(describing: failure))")
      }
      await session.rollback()
      let next = try #require(try await backend.begin(.read) as? PostgreSQLSession)
      #expect(try await next.texts("SELECT count(*)::text FROM kept", []) == [["5000"]])
      await next.rollback()
    }
  }
}

#endif
