import Foundation
import IgataTables
import RuntimeModels
import Testing

@_spi(Backend) @testable import IgataRuntime

private let described = #"""
  table Account "all accounts"
  column id uuid = uuid
  column kind string(cash, "credit card", ...) = "cash"
  column step int16(-1, 2) = -1
  column initial_amount of initialAmount fixed(1000) = 0 min -5 below 12.5
  column note string null minLength 1 maxLength 100 matching "[a-z ]+"
  column words list string = ("a ""b""", ")") maxLength 3
  column rate decimal(12, 4) null
  column home_street of home.street string null
  column home_city of home.city string null sensitive
  column owner_id of ownerID uuid
  column revision int64 = 0
  column changed_at of changedAt date
  column made_at of madeAt date null
  key id
  unique by_owner (owner_id, kind)
  index by_kind (kind, initial_amount desc) where "kind = 'cash'"
  unique by_note (lower(note) desc, kind)
  index by_words (words, lower(note)) using gin where "kind = 'cash'"
  index by_step (step) using "a ""b"
  relation owner required (owner_id) cascade
  relation tags ordered accounts_tags (account_id) position (tag_name)
  relation entries inverse 1
  struct home home_street 2 home_city
  version revision
  updated changed_at made_at
  """#

private func table(_ text: String) -> TableDescription {
  TableDescription(text, relations: [Person.self, Tag.self, Settings.self])
}

/// A description that is written and parsed again is the same.
@Test func descriptionsAreWritten() {
  let renamed = table(
    """
    table Account accounts formerly konto
    column id uuid
    column of of a.of string null = "x" sensitive formerly "old name"
    column list list decimal(5, 2)
    column ends double = -1.5e300
    key id of
    keyName "account key"
    relation owner optional (of) nullify onUpdate cascade
    relation tags ordered accounts_tags (account_id) position (tag_name) formerly accounts_labels
    relation friends unordered friends (a) (b) onUpdate restrict
    distribute id
    """)
  #expect(renamed.unreadLines == [])
  #expect(renamed.formerName == "konto")
  #expect(renamed.table.primaryKeyName == "account key")
  #expect(renamed.columns[1].formerName == "old name")
  #expect(renamed.joinTable(1)?.formerName == "accounts_labels")
  #expect(renamed.table.relations[0].updateRule == .cascade)
  #expect(renamed.joinTable(2)?.columns.map(\.name) == ["a", "b"])
  #expect(renamed.joinTable(2)?.table.relations.map(\.updateRule) == [.restrict, .restrict])
  let tables = HouseholdSchema.models.map { $0.table } + [table(described), renamed, table("table A a\ncolumn b bool\nreference")]
  for table in tables {
    let read = TableDescription(table.text, relations: table.relations.map { _ in Person.self })
    #expect(read.unreadLines == [])
    #expect(read.text == table.text)
    #expect(read.columns == table.columns)
    #expect(read.uniques == table.uniques && read.indexes == table.indexes && read.structs == table.structs)
    #expect(read.primaryKey == table.primaryKey && read.distribution == table.distribution)
  }
}

@Test func tablesAreDescribedInWords() {
  let table = table(described)
  #expect(table.model == "Account")
  #expect(table.name == "all accounts")
  let columns = [
    ColumnDescription("id", ["id"], .uuid, default: .uuid),
    ColumnDescription(
      "kind", ["kind"], .stringEnum(["cash", "credit card"], isOpen: true), default: .value(.text("cash"))),
    ColumnDescription("step", ["step"], .integerEnum([-1, 2], width: .int16), default: .value(.integer(-1))),
    ColumnDescription(
      "initial_amount", ["initialAmount"], .fixed(scale: 1000), default: .value(.integer(0)),
      constraints: ColumnConstraints(minimum: "-5", maximum: "12.5", excludesMaximum: true)),
    ColumnDescription(
      "note", ["note"], .string, isNullable: true,
      constraints: ColumnConstraints(minimumLength: 1, maximumLength: 100, pattern: "[a-z ]+")),
    ColumnDescription(
      "words", ["words"], .list(.scalar(.string)), default: .value(.list([.text(#"a "b""#), .text(")")])),
      constraints: ColumnConstraints(maximumLength: 3)),
    ColumnDescription("rate", ["rate"], .decimal(precision: 12, scale: 4), isNullable: true),
    ColumnDescription("home_street", ["home", "street"], .string, isNullable: true),
    ColumnDescription("home_city", ["home", "city"], .string, isNullable: true, isSensitive: true),
    ColumnDescription("owner_id", ["ownerID"], .uuid),
    ColumnDescription("revision", ["revision"], .int64, default: .value(.integer(0))),
    ColumnDescription("changed_at", ["changedAt"], .date),
    ColumnDescription("made_at", ["madeAt"], .date, isNullable: true),
  ]
  #expect(table.columns.count == columns.count)
  for (own, expected) in zip(table.columns, columns) { #expect(own == expected) }
  #expect(table.primaryKey == [0])
  var byNote = IndexDescription("by_note", [4, 1], descending: [4])
  byNote.parts[0].function = .lower
  #expect(table.uniques == [IndexDescription("by_owner", [9, 1]), byNote])
  var byWords = IndexDescription("by_words", [5, 4], where: .sql("kind = 'cash'"))
  byWords.parts[1].function = .lower
  byWords.method = "gin"
  var byStep = IndexDescription("by_step", [2])
  byStep.method = "a \"b"
  let byKind = IndexDescription("by_kind", [1, 3], descending: [3], where: .sql("kind = 'cash'"))
  #expect(table.indexes == [byKind, byWords, byStep])
  #expect(table.relations.map(\.name) == ["owner", "tags", "entries"])
  #expect(table.structs == [StructDescription(["home"], column: 7, columnCount: 2, presenceColumn: 8)])
  #expect(table.versionColumn == 10)
  #expect(table.updatedColumns == [11, 12])
  #expect(table.unreadLines.isEmpty)
}

/// What a later release may have written, or a manual edit may have broken.
@Test(
  arguments: [
    "column", "column at", "column at moment", "column at date now", "column at date = ", "column at date = 5",
    "column n string maxLength x", "column n int64 = 12345678901234567890", "column n decimal(1)",
    "column n decimal(1, 2", "column n fixed()",
    "column n fixed(x)",
    "column n list list int64", "column n string(a", "column n int16(a)", "column n string maxLength x y",
    "key nothing",
    "key id extra", "unique u", "unique u (id", "index i (nothing)", "index i (id) where", "relation r",
    "relation r required (id) gently", "relation r inverse x", "relation r ordered t (a) p", "struct s",
    "struct s id x",
    "struct s id 1 nothing", "struct s id 2", "struct s id 0", "struct s id -1", "version nothing", "updated nothing",
    "table", "table T",
    "shard id", "(", ")", "check c", "check c id", "check c (id", "check c (nothing == 1)", "check c (id)",
    "check c (id is)", "check c (all)", "check c (not id)", "check c (id in ())", "check c (id == 1)",
    "unique u (id) where (id)", "unique u (id) where (id is null) more",
  ])
func linesThatSayNothingAreFound(_ line: String) {
  let table = table("table Spoilt spoilt\ncolumn id uuid\n" + line + "\nkey id")
  #expect(table.unreadLines.count == 1)
  #expect(table.primaryKey == [0])
}

@Test func spoiltTablesAreRefused() async throws {
  await #expect(throws: StoreError.self) { try await Store(MemoryBackend()).prepare([Spoilt.self]) }
}

private struct Spoilt: PersistableModel, Identifiable {
  var _origin = ModelOrigin()
  static let table = TableDescription("table Spoilt spoilt\ncolumn id uuid\nshard id\nkey id")

  let id: UUID

  init(row: inout RowReader) {
    id = row.uuid(0)
    _origin = row.origin
  }

  func write(to row: inout RowWriter) { row.uuid(0, id) }

  struct Columns: ModelColumns {
    let _path: RelationPath

    init(_path path: RelationPath) { _path = path }
  }
}

/// A truncated description is one with fewer parts.
@Test func tablesCutOffAreTables() {
  for end in described.utf8.indices {
    let table = table(String(decoding: described.utf8[..<end], as: UTF8.self))
    #expect(table.primaryKey.allSatisfy(table.columns.indices.contains))
    #expect((table.uniques + table.indexes).flatMap(\.parts).allSatisfy { table.columns.indices.contains($0.column) })
  }
}
