import Foundation
import IgataTables
@_spi(Backend) import IgataRuntime

// Models as the generator would write them, reduced to what a backend sees: their tables.

protocol TestModel: PersistableModel, Identifiable where ID == UUID, Columns == TestColumns {}

struct TestColumns: ModelColumns {
  let _path: RelationPath
  init(_path path: RelationPath) { _path = path }
}

struct Home: TestModel {
  var _origin = ModelOrigin()
  var id: UUID
  var budget: Currency
  var note: String?
  var color: String?

  init(row: inout RowReader) {
    id = row.uuid(0)
    budget = row.value(1)
    note = row.value(2)
    color = row.value(3)
    _origin = row.origin
  }

  func write(to row: inout RowWriter) {
    row.uuid(0, id)
    row.value(1, budget)
    row.value(2, note)
    row.value(3, color)
  }

  static let table = TableDescription(
    model: "Home", name: "home",
    columns: [
      ColumnDescription("id", ["id"], .uuid, default: .uuid),
      ColumnDescription("budget", ["budget"], .fixed(scale: 1000), default: .value(.integer(500))),
      ColumnDescription("note", ["note"], .string, isNullable: true, default: .value(.text("none"))),
      ColumnDescription("color", ["color"], .string, isNullable: true),
    ],
    primaryKey: [0])
}

struct Owner: TestModel {
  var _origin = ModelOrigin()
  var id: UUID
  var name: String
  var email: String?
  var homeID: UUID?

  init(row: inout RowReader) {
    id = row.uuid(0)
    name = row.string(1)
    email = row.value(2)
    homeID = row.value(3)
    _origin = row.origin
  }

  func write(to row: inout RowWriter) {
    row.uuid(0, id)
    row.string(1, name)
    row.value(2, email)
    row.value(3, homeID)
  }

  static let table = TableDescription(
    model: "Owner", name: "owner",
    columns: [
      ColumnDescription("id", ["id"], .uuid, default: .uuid),
      ColumnDescription(
        "name", ["name"], .string, constraints: ColumnConstraints(minimumLength: 1, maximumLength: 100)),
      ColumnDescription("email", ["email"], .string, isNullable: true),
      ColumnDescription("home_id", ["homeID"], .uuid, isNullable: true, default: .construct),
    ],
    primaryKey: [0], uniques: [IndexDescription("owner_email_key", [2])],
    relations: [RelationDescription("home", .wrapper(columns: [3], .nullify)) { Home.self }])
}

struct Thing: TestModel {
  var _origin = ModelOrigin()
  var id: UUID
  var flag: Bool
  var small: Int16
  var large: Int64?
  var real: Double
  var ratio: Double?
  var money: Currency?
  var price: Decimal
  var discount: Decimal?
  var text: String
  var note: String?
  var bytes: Data?
  var at: Date
  var link: URL?
  var json: JSON?
  var state: String
  var level: Int16?
  var numbers: [Int64]
  var ownerID: UUID
  var parentID: UUID?
  var homeID: UUID?

  init(row: inout RowReader) {
    id = row.uuid(0)
    flag = row.bool(1)
    small = row.value(2)
    large = row.value(3)
    real = row.double(4)
    ratio = row.value(5)
    money = row.value(6)
    price = row.value(7)
    discount = row.value(8)
    text = row.string(9)
    note = row.value(10)
    bytes = row.value(11)
    at = row.date(12)
    link = row.value(13)
    json = row.value(14)
    state = row.string(15)
    level = row.value(16)
    numbers = row.value(17)
    ownerID = row.uuid(18)
    parentID = row.value(19)
    homeID = row.value(20)
    _origin = row.origin
  }

  func write(to row: inout RowWriter) {
    row.uuid(0, id)
    row.bool(1, flag)
    row.value(2, small)
    row.value(3, large)
    row.double(4, real)
    row.value(5, ratio)
    row.value(6, money)
    row.value(7, price)
    row.value(8, discount)
    row.string(9, text)
    row.value(10, note)
    row.value(11, bytes)
    row.date(12, at)
    row.value(13, link)
    row.value(14, json)
    row.string(15, state)
    row.value(16, level)
    row.value(17, numbers)
    row.uuid(18, ownerID)
    row.value(19, parentID)
    row.value(20, homeID)
  }

  static let table = TableDescription(
    model: "Thing", name: "things",
    columns: [
      ColumnDescription("id", ["id"], .uuid, default: .uuid),
      ColumnDescription("flag", ["flag"], .bool, default: .value(.bool(true))),
      ColumnDescription("small", ["small"], .int16, constraints: ColumnConstraints(minimum: "-100", maximum: "100")),
      ColumnDescription("large", ["large"], .int64, isNullable: true),
      ColumnDescription("real", ["real"], .double),
      ColumnDescription("ratio", ["ratio"], .double, isNullable: true),
      ColumnDescription("money", ["money"], .fixed(scale: 1000), isNullable: true),
      ColumnDescription("price", ["price"], .decimal(), default: .value(.decimal("9.5"))),
      ColumnDescription("discount", ["discount"], .decimal(), isNullable: true),
      ColumnDescription("text", ["text"], .string, default: .value(.text("it's"))),
      ColumnDescription("note", ["note"], .string, isNullable: true),
      ColumnDescription("bytes", ["bytes"], .data, isNullable: true),
      ColumnDescription("at", ["at"], .date, default: .now),
      ColumnDescription("link", ["link"], .url, isNullable: true),
      ColumnDescription("json", ["json"], .json, isNullable: true),
      ColumnDescription("state", ["state"], .stringEnum(["open", "closed", "it's"]), default: .value(.text("open"))),
      ColumnDescription("level", ["level"], .integerEnum([1, 5, 10], width: .int16), isNullable: true),
      ColumnDescription("numbers", ["numbers"], .list(.scalar(.int64)), default: .value(.list([]))),
      ColumnDescription("owner_id", ["ownerID"], .uuid),
      ColumnDescription("parent_id", ["parentID"], .uuid, isNullable: true),
      ColumnDescription("home_id", ["homeID"], .uuid, isNullable: true, default: .construct),
    ],
    primaryKey: [0],
    indexes: [IndexDescription("things_state_text_idx", [15, 9], descending: [9])],
    relations: [
      RelationDescription("owner", .required(columns: [18], .cascade)) { Owner.self },
      RelationDescription("parent", .optional(columns: [19], .nullify)) { Thing.self },
      RelationDescription("home", .wrapper(columns: [20], .nullify)) { Home.self },
    ])
}

struct SeatKey: PersistableKey {
  var row: Int32
  var number: Int32

  init(row: Int32, number: Int32) {
    self.row = row
    self.number = number
  }

  static var _columnCount: Int { 2 }
  init(row: inout RowReader, at column: Int) {
    self.init(row: row.value(column), number: row.value(column + 1))
  }
  func write(to row: inout RowWriter, at column: Int) {
    row.value(column, self.row)
    row.value(column + 1, number)
  }
  var _keyValues: [StoredValue] { [.integer(Int64(row)), .integer(Int64(number))] }
}

/// A composite key and nothing else.
struct Seat: PersistableModel, Identifiable {
  var _origin = ModelOrigin()
  var id: SeatKey

  init(row: inout RowReader) {
    id = SeatKey(row: &row, at: 0)
    _origin = row.origin
  }
  func write(to row: inout RowWriter) { id.write(to: &row, at: 0) }

  typealias Columns = TestColumns
  static let table = TableDescription(
    model: "Seat", name: "seat",
    columns: [ColumnDescription("row", ["row"], .int32), ColumnDescription("number", ["number"], .int32)],
    primaryKey: [0, 1])
}

/// A generated key, a version, a partial unique constraint, and relations with the two stricter delete rules.
struct Ticket: PersistableModel, Identifiable {
  var _origin = ModelOrigin()
  var id: Int64
  var seatID: SeatKey
  var replacesID: Int64?
  var state: String
  var revision: Int64

  init(row: inout RowReader) {
    id = row.int64(0)
    seatID = row.value(1)
    replacesID = row.value(3)
    state = row.string(4)
    revision = row.int64(5)
    _origin = row.origin
  }

  func write(to row: inout RowWriter) {
    row.int64(0, id)
    row.value(1, seatID)
    row.value(3, replacesID)
    row.string(4, state)
    row.int64(5, revision)
  }

  typealias Columns = TestColumns
  static let table = TableDescription(
    model: "Ticket", name: "order",
    columns: [
      ColumnDescription("id", ["id"], .int64, default: .autoincrement),
      ColumnDescription("seat_row", ["seatID", "row"], .int32),
      ColumnDescription("seat_number", ["seatID", "number"], .int32),
      ColumnDescription("replaces_id", ["replacesID"], .int64, isNullable: true),
      ColumnDescription("state", ["state"], .stringEnum(["open", "closed"], isOpen: true)),
      ColumnDescription("revision", ["revision"], .int64, default: .value(.integer(0))),
    ],
    primaryKey: [0], uniques: [IndexDescription("order_seat_key", [1, 2], where: .sql("state = 'open'"))],
    relations: [
      RelationDescription("seat", .required(columns: [1, 2], .restrict)) { Seat.self },
      RelationDescription("replaces", .optional(columns: [3], .noAction)) { Ticket.self },
    ],
    versionColumn: 5)
}

/// A relation to itself that restricts.
struct Link: PersistableModel, Identifiable {
  var _origin = ModelOrigin()
  var id: Int64
  var previousID: Int64?

  init(row: inout RowReader) {
    id = row.int64(0)
    previousID = row.value(1)
    _origin = row.origin
  }

  func write(to row: inout RowWriter) {
    row.int64(0, id)
    row.value(1, previousID)
  }

  typealias Columns = TestColumns
  static let table = TableDescription(
    model: "Link", name: "link",
    columns: [
      ColumnDescription("id", ["id"], .int64),
      ColumnDescription("previous_id", ["previousID"], .int64, isNullable: true),
    ],
    primaryKey: [0],
    relations: [RelationDescription("previous", .optional(columns: [1], .restrict)) { Link.self }])
}

/// Every table of the tests, those that others refer to first.
let testTables = [Home.table, Owner.table, Thing.table, Seat.table, Ticket.table]
