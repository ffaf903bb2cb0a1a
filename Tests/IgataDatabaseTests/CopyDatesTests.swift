import Foundation
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// Dates that `igata copy --from` reads in the form of another program.
@Suite struct CopyDatesTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Dates are copied to the microsecond, also where a `Date` has less. Keys are as a `Date` has them, so that what
  /// refers to one still does.
  @Test(arguments: [1, 2, 5000]) func datesFarFromToday(_ batch: Int) async throws {
    let model = """
      model Event @table("events") @external {
        let key: Date @stored(as: milliseconds) @primaryKey
        at: Date @stored(as: text)
        iso: Date @stored(as: text(iso))
        zone: Date @stored(as: text(offset))
        ms: Date @stored(as: milliseconds)
        s: Date @stored(as: seconds)
        r: Date @stored(as: seconds)
        before: Event? @onDelete(noAction)
      }

      """
    try scratch.write(model, to: "Old/Shop.igata")
    let own = model.replacing(" @external", with: "").replacing(#/ @stored\(as: [a-z]*(\([a-z]*\))?\)/#, with: "")
    try scratch.write(own, to: "Shop.igata")
    let old = try Connection(path: scratch.path("old.sqlite"), flags: 6)
    _ = try old.texts(
      "CREATE TABLE events (key BIGINT NOT NULL PRIMARY KEY, at TEXT NOT NULL, iso TEXT NOT NULL, zone TEXT NOT NULL, "
        + "ms INTEGER NOT NULL, s INTEGER NOT NULL, r REAL NOT NULL, before_key INTEGER REFERENCES events)")
    var expected: [[String?]] = []
    for (number, seconds) in [-62_135_596_800, -9_000_000_000, 0, 12_000_000_000, 253_402_300_000].enumerated() {
      let date = try #require(try old.texts("SELECT datetime(\(seconds), 'unixepoch')")[0][0])
      let text = date + ".12345\(number)"
      let ms = seconds * 1000 + 123
      _ = try old.texts(
        "INSERT INTO events VALUES (\(ms), '\(text)', '\(text.replacing(" ", with: "T"))Z', '\(text)+00:00', \(ms), "
          + "\(seconds), \(seconds) + 0.5, (SELECT max(key) FROM events))")
      let exact = "\(seconds * 1_000_000 + 123_450 + number)"
      expected.append([exact, exact, exact, "\(ms * 1000)", "\(seconds * 1_000_000)", "\(seconds * 1_000_000 + 500_000)"])
    }
    let arguments = ["--schema", "Shop.igata", "--from", "Old/Shop.igata", "--batch", "\(batch)"]
    let program = Program(built: "igata", ["copy", "old.sqlite", "own.sqlite"] + arguments, in: scratch.folder)
    let outcome = try await apart { try program.run() }
    #expect(outcome.status == 0, "\(outcome)")
    let copied = try Connection(path: scratch.path("own.sqlite"), flags: 6)
    #expect(try copied.texts("SELECT at, iso, zone, ms, s, r FROM events ORDER BY at") == expected)
    #expect(try copied.texts("SELECT count(*) FROM events JOIN events AS b ON b.key = events.before_key") == [["4"]])
  }
}
