#if PostgreSQL
@_spi(Backend) import IgataRuntime
@_spi(Backend) import MigrationSupport
import Testing

/// PostgreSQL drops the indexes and constraints on a column with it; a version that would lose some stops.
@Suite(.enabled(if: ServerDatabase.isThere)) struct ServerOwnObjectTests {
  private static let first = """
    model Booking {
      id: Int64 @primaryKey
      room: Int64 @index
      note: String = "" @length(...50) @unique
    }
    """

  /// The column is dropped, or another one is added and gets its name.
  private static let changes = [
    first.replacing("  note: String = \"\" @length(...50) @unique\n", with: "  reserved note\n"),
    first.replacing(
      "note: String = \"\" @length(...50) @unique",
      with: "note: Int64 = 0 @backfill(sql: \"length({note})\") @allow(overwritten-values, may-stop, \"t\")"),
  ]

  private static let objects: [(name: String, sql: String)] = [
    ("index 'own_i'", "CREATE INDEX own_i ON booking (note)"),
    ("index 'own_u'", "CREATE UNIQUE INDEX own_u ON booking (room, note)"),
    ("index 'own_e'", "CREATE INDEX own_e ON booking (room) WHERE note <> ''"),
    ("constraint 'own_c'", "ALTER TABLE booking ADD CONSTRAINT own_c CHECK (note <> 'x')"),
    ("constraint 'own_q'", "ALTER TABLE booking ADD CONSTRAINT own_q UNIQUE (room, note)"),
    ("constraint 'own_x'", "ALTER TABLE booking ADD CONSTRAINT own_x EXCLUDE USING btree (note WITH =)"),
  ]

  private static func filled(_ versions: Versions) async throws -> ServerDatabase {
    let database = try ServerDatabase()
    try await database.migrate(versions.prefix(1))
    try database.execute("INSERT INTO booking VALUES (1, 7, 'a'), (2, 7, 'b')")
    return database
  }

  @Test(arguments: changes) func whatWouldBeLostStopsTheVersion(second: String) async throws {
    let versions = try Versions(Self.first, second, in: "postgresql")
    for object in Self.objects {
      let database = try await Self.filled(versions)
      try database.execute(object.sql)
      await #expect(
        throws: StoreError.migrationFailed(
          version: 2, name: "v2",
          reason: "the \(object.name) would be dropped with a column that it uses; drop it before, and create it again "
            + "afterward; nothing was changed")
      ) { try await database.migrate(versions) }
      #expect(try database.execute("SELECT note FROM booking ORDER BY id") == [["a"], ["b"]])
    }
  }

  @Test(arguments: changes) func whatTheVersionDropsDoesNot(second: String) async throws {
    let versions = try Versions(
      [Self.first, second], in: "postgresql",
      own: [2: "-- igata: before\nDROP INDEX IF EXISTS own_i;\n-- igata: end\n"])
    let database = try await Self.filled(versions)
    // An index whose name contains that of another, on another column.
    try database.execute("CREATE INDEX own_i ON booking (note); CREATE INDEX own_i2 ON booking (room, id)")
    #expect(try await database.migrate(versions) == .migrated(from: 1, to: 2))
    #expect(try database.execute("SELECT to_regclass('own_i')::text, to_regclass('own_i2')::text") == [[nil, "own_i2"]])
  }

  // MARK: In a version

  private static let exclusion = """
    DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_constraint WHERE conname = 'own_x' AND conrelid = 'booking'::regclass) THEN
        ALTER TABLE booking ADD CONSTRAINT own_x EXCLUDE USING btree (id WITH =, note WITH =);
      END IF;
    END $$;
    CREATE INDEX IF NOT EXISTS own_i ON booking (room, id);
    """

  private static let names = """
    SELECT conname FROM pg_constraint WHERE conname LIKE 'own%' UNION ALL
    SELECT relname FROM pg_class WHERE relname = 'own_i' ORDER BY 1
    """

  @Test func objectsAreInNewDatabasesAndInOldOnes() async throws {
    let second = Self.first.replacing("room:", with: "guests: Int32 = 1\n  room:")
    let block = "-- igata: objects\n\(Self.exclusion)\n-- igata: end\n"
    let versions = try Versions(
      [Self.first, second, second.replacing("guests: Int32", with: "guests: Int64")], in: "postgresql",
      own: [2: block])
    let (old, new) = (try await Self.filled(versions), try ServerDatabase())
    #expect(try await old.migrate(versions) == .migrated(from: 1, to: 3))
    #expect(try await new.migrate(versions) == .created(3))
    for database in [old, new] { #expect(try database.execute(Self.names) == [["own_i"], ["own_x"]]) }
  }

  /// The exclusion constraint is lost with the column, unless the version drops it and has it again.
  @Test func aVersionThatConvertsAColumnDefinesItsObjectsAgain() async throws {
    let second = Self.first.replacing("room:", with: "guests: Int32 = 1\n  room:")
    let third = Self.changes[1].replacing("room:", with: "guests: Int32 = 1\n  room:")
    let block = "-- igata: objects\n\(Self.exclusion)\n-- igata: end\n"
    let drop = "-- igata: before\nALTER TABLE booking DROP CONSTRAINT IF EXISTS own_x;\n-- igata: end\n"
    let lost = try Versions([Self.first, second, third], in: "postgresql", own: [2: block])
    let database = try await Self.filled(lost)
    await #expect(throws: StoreError.self) { try await database.migrate(lost) }
    #expect(try database.execute(Self.names) == [["own_i"], ["own_x"]])
    let kept = try Versions([Self.first, second, third], in: "postgresql", own: [2: block, 3: drop + block])
    #expect(try await database.migrate(kept) == .migrated(from: 2, to: 3))
    #expect(try database.execute(Self.names) == [["own_i"], ["own_x"]])
    #expect(try database.execute("SELECT note FROM booking") == [["1"], ["1"]])
  }
}
#endif
