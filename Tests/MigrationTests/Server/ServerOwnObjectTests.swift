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
}
#endif
