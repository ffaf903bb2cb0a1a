import MigrationSupport
import Testing

/// `igata migrate check` where rows get other keys, and values go to other rows.
struct CheckRelationTests {
  private static let first = """
    enum Color: String { case red, green, blue }

    struct Address {
      street: String
      zip: Int64?
    }

    model Venue {
      code: Int64 @primaryKey
      name: String
      up: Venue?
    }

    model Badge {
      id: Int64 = autoincrement() @primaryKey
      label: String
    }

    model Person {
      id: UUID = uuid() @primaryKey
      home: Address?
      work: Address
      venue: Venue?
      friends: [Person] @unordered @joinTable("friends")
      favorite: Badge?
      badges: [Badge]
      colors: [Color]
      weight: Decimal(10, 3)
      size: Double
      text: String
      born: Date?
      nick: String?
    }

    model Profile {
      id: Int64 = autoincrement() @primaryKey
      person: Person @unique
      motto: String?
    }
    """

  private static let second = """
    enum Color: String { case red = "r", green, violet @renamed(from: "blue") }

    type Size = Fixed(scale: 100)

    struct Address {
      street: String
      zip: Int64?
    }

    model Home {
      id: UUID = uuid() @primaryKey
      street: String
      zip: Int64?
      country: String = "DE"
    }

    model Venue {
      id: UUID = uuid() @primaryKey
      name: String
      up: Venue?
      reserved code
    }

    model Badge {
      id: Int64 = autoincrement() @primaryKey
      label: String @length(...6) @backfill(truncated)
    }

    model Person {
      id: UUID = uuid() @primaryKey
      home: Home?
      work: Address
      venue: Venue?
      friends: [Person] @joinTable("friends")
      favorites: [Badge] @renamed(from: "favorite") @joinTable("favorites")
      badge: Badge? @renamed(from: "badges") @allow(may-stop, "nobody has two")
      colors: [Color]
      weight: Decimal(8, 2) @backfill(rounded) @allow(may-stop, "x")
      size: Size @backfill(rounded) @allow(may-stop, "x")
      number: Int64 @renamed(from: "text") @backfill(-1)
      born: Date?
      length: Int64 @backfill(sql: "length({text})")
    }

    model Profile {
      id: Int64 = autoincrement() @primaryKey
      person: Person @unique
      motto: String?
      nick: String? @renamed(from: "Person.nick")
    }
    """

  @Test(arguments: 1...6) func rightScriptsPass(seed: UInt64) async throws {
    #expect(try await Versions(Self.first, Self.second).firstDifference(rows: 40, seed: seed) == nil)
  }

  /// What is replaced in the script of version 2, and a part of what is found.
  private static let faults: [(old: String, new: String, found: String)] = [
    ("igata_derived_uuid('Venue.id'", "igata_derived_uuid('Venue.key'", "table 'venue': there is no row X'"),
    ("igata_derived_uuid('Person.home'", "igata_derived_uuid('Home.id'", "table 'home': there is no row X'"),
    ("WHERE \"igata_target\".\"code\" = \"venue\".\"up_code\"", "WHERE 0", "table 'venue', row X'"),
    ("\"igata_other\".\"person_id\" = \"friends\".\"person_id\"", "1", "table 'friends', row X'"),
    ("THEN 'r'", "THEN 'green'", "column 'colors'"),
    (" > 1;", " > 2;", "rows at most, and was to stop for"),
    ("'DE'", "'FR'", "table 'home', row X'"),
  ]

  @Test(arguments: faults.indices) func wrongScriptsAreFound(index: Int) async throws {
    let fault = Self.faults[index]
    var isEdited = false
    let versions = try Versions([Self.first, Self.second]) { number, script in
      guard number == 2 else { return script }
      isEdited = script.contains(fault.old)
      return script.replacing(fault.old, with: fault.new)
    }
    let found = try await versions.firstDifference(rows: 40)
    #expect(isEdited && found?.contains(fault.found) == true, "\(found ?? "nothing")")
  }
}
