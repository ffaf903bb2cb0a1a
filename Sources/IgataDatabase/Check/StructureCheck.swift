@_spi(Backend) internal import IgataRuntime
internal import IgataSamples

/// Compares the tables of a version that was reached with those of one that was made, in databases without rows.
struct StructureCheck {
  /// Makes a database without tables.
  let empty: () async throws -> CheckDatabase

  /// Brings an empty database from one version to the next.
  func check(from old: CheckedVersion, to new: CheckedVersion) async throws {
    let (made, brought) = (try await empty(), try await empty())
    do {
      try await made.create(new)
    } catch {
      throw CheckDifference(new, "it can't be created in an empty database: \(error)")
    }
    try await brought.create(old)
    do {
      try await brought.migrate(to: new)
    } catch {
      throw CheckDifference(new, "its script fails on an empty database: \(error)")
    }
    try await compare(brought, with: made, new)
    if let table = try await brought.rows(of: new).tables.first(where: { !$0.value.isEmpty }) {
      throw CheckDifference(
        new,
        "table '\(table.key)': an empty database has \(table.value.count) rows after it, and a new one has none; "
          + "insert them only where others need them: INSERT … SELECT … WHERE EXISTS (SELECT … FROM …)")
    }
  }

  /// Compares a database with a new one of the version.
  func compare(_ database: CheckDatabase, with made: CheckDatabase? = nil, _ version: CheckedVersion) async throws {
    let other: CheckDatabase
    if let made {
      other = made
    } else {
      other = try await empty()
      try await other.create(version)
    }
    let expected = try await other.backend.structure()
    if let difference = try await database.backend.structure().firstDifference(from: expected) {
      throw CheckDifference(version, difference)
    }
  }
}
