internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataTables

// Models of the conformance suite, written by hand in the form of generated code.

enum Level: Int16, PersistableEnum {
  case low = 1
  case middle = 5
  case high = 10
}

enum Phase: PersistableEnum {
  case open
  case closed
  case other(String)

  static var allCases: [Phase] { [.open, .closed] }

  init(rawValue: String) {
    switch rawValue {
    case "open": self = .open
    case "closed-for-good": self = .closed
    default: self = .other(rawValue)
    }
  }

  var rawValue: String {
    switch self {
    case .open: "open"
    case .closed: "closed-for-good"
    case .other(let rawValue): rawValue
    }
  }
}

struct Rate: FixedPointLiteral {
  static let scale: Int64 = 10_000
  var storedInteger: Int64

  init(storedInteger: Int64) { self.storedInteger = storedInteger }
}

struct Email: PersistableNewtype {
  static let constraints = ColumnConstraints(minimumLength: 3, maximumLength: 254, pattern: ".+@.+")
  let rawValue: String

  init(_trusted rawValue: String) { self.rawValue = rawValue }
}

/// A model with a column of every type.
struct Specimen: PersistableModel, Identifiable {
  var _origin = ModelOrigin()
  let id: UUID
  var flag = false
  var small: Int16 = 0
  var medium: Int32 = 0
  var large: Int64 = 0
  var plain = 0
  var single: Float = 0
  var double = 0.0
  var exact: Decimal = 0
  var money: Currency = 0
  var rate: Rate = 0
  var text = ""
  var bytes = Data()
  var at = Date(microsecondsSince1970: 0)
  var link: URL?
  var json: JSON = .null
  var email: Email?
  var level = Level.low
  var phase = Phase.open
  var numbers: [Int64] = []
  var words: [String] = []
  var levels: [Level] = []
  var note: String?
  var maybeLarge: Int64?
  var maybeDouble: Double?
  var maybeDate: Date?
  var maybeID: UUID?
  var maybeFlag: Bool?
  var maybeMoney: Currency?
  var maybeBytes: Data?
  var maybeExact: Decimal?
  var day = Day.first
  var maybeDay: Day?

  init(id: UUID = UUID()) { self.id = id }
}

extension Specimen {
  static let table = TableDescription(
    model: "Specimen", name: "specimen",
    columns: [
      ColumnDescription("id", ["id"], .uuid, default: .uuid),
      ColumnDescription("flag", ["flag"], .bool),
      ColumnDescription("small", ["small"], .int16),
      ColumnDescription("medium", ["medium"], .int32),
      ColumnDescription("large", ["large"], .int64),
      ColumnDescription("plain", ["plain"], .int),
      ColumnDescription("single", ["single"], .float),
      ColumnDescription("double", ["double"], .double),
      ColumnDescription("exact", ["exact"], .decimal()),
      ColumnDescription("money", ["money"], .fixed(scale: 1000)),
      ColumnDescription("rate", ["rate"], .fixed(scale: 10_000)),
      ColumnDescription("text", ["text"], .string),
      ColumnDescription("bytes", ["bytes"], .data),
      ColumnDescription("at", ["at"], .date),
      ColumnDescription("link", ["link"], .url, isNullable: true),
      ColumnDescription("json", ["json"], .json),
      ColumnDescription(
        "email", ["email"], .string, isNullable: true,
        constraints: ColumnConstraints(minimumLength: 3, maximumLength: 254, pattern: ".+@.+")),
      ColumnDescription("level", ["level"], .integerEnum([1, 5, 10], width: .int16)),
      ColumnDescription("phase", ["phase"], .stringEnum(["open", "closed-for-good", "other"], isOpen: true)),
      ColumnDescription("numbers", ["numbers"], .list(.scalar(.int64))),
      ColumnDescription("words", ["words"], .list(.scalar(.string))),
      ColumnDescription("levels", ["levels"], .list(.integerEnum([1, 5, 10], width: .int16))),
      ColumnDescription("note", ["note"], .string, isNullable: true),
      ColumnDescription("maybe_large", ["maybeLarge"], .int64, isNullable: true),
      ColumnDescription("maybe_double", ["maybeDouble"], .double, isNullable: true),
      ColumnDescription("maybe_date", ["maybeDate"], .date, isNullable: true),
      ColumnDescription("maybe_id", ["maybeID"], .uuid, isNullable: true),
      ColumnDescription("maybe_flag", ["maybeFlag"], .bool, isNullable: true),
      ColumnDescription("maybe_money", ["maybeMoney"], .fixed(scale: 1000), isNullable: true),
      ColumnDescription("maybe_bytes", ["maybeBytes"], .data, isNullable: true),
      ColumnDescription("maybe_exact", ["maybeExact"], .decimal(), isNullable: true),
      ColumnDescription("day", ["day"], .day),
      ColumnDescription("maybe_day", ["maybeDay"], .day, isNullable: true),
    ],
    primaryKey: [0])

  init(row: inout RowReader) {
    id = row.uuid(0)
    flag = row.bool(1)
    small = row.value(2)
    medium = row.value(3)
    large = row.int64(4)
    plain = row.value(5)
    single = row.value(6)
    double = row.double(7)
    exact = row.value(8)
    money = row.value(9)
    rate = row.value(10)
    text = row.string(11)
    bytes = row.value(12)
    at = row.date(13)
    link = row.value(14)
    json = row.value(15)
    email = row.value(16)
    level = row.value(17)
    phase = row.value(18)
    numbers = row.value(19)
    words = row.value(20)
    levels = row.value(21)
    note = row.value(22)
    maybeLarge = row.value(23)
    maybeDouble = row.value(24)
    maybeDate = row.value(25)
    maybeID = row.value(26)
    maybeFlag = row.value(27)
    maybeMoney = row.value(28)
    maybeBytes = row.value(29)
    maybeExact = row.value(30)
    day = row.value(31)
    maybeDay = row.value(32)
    _origin = row.origin
  }

  func write(to row: inout RowWriter) {
    row.uuid(0, id)
    row.bool(1, flag)
    row.value(2, small)
    row.value(3, medium)
    row.int64(4, large)
    row.value(5, plain)
    row.value(6, single)
    row.double(7, double)
    row.value(8, exact)
    row.value(9, money)
    row.value(10, rate)
    row.string(11, text)
    row.value(12, bytes)
    row.date(13, at)
    row.value(14, link)
    row.value(15, json)
    row.value(16, email)
    row.value(17, level)
    row.value(18, phase)
    row.value(19, numbers)
    row.value(20, words)
    row.value(21, levels)
    row.value(22, note)
    row.value(23, maybeLarge)
    row.value(24, maybeDouble)
    row.value(25, maybeDate)
    row.value(26, maybeID)
    row.value(27, maybeFlag)
    row.value(28, maybeMoney)
    row.value(29, maybeBytes)
    row.value(30, maybeExact)
    row.value(31, day)
    row.value(32, maybeDay)
  }

  struct Columns: ModelColumns {
    let path: RelationPath
    init(_path path: RelationPath) { self.path = path }
    var _path: RelationPath { path }

    var id: Column<UUID> { Column(path, 0) }
    var flag: Column<Bool> { Column(path, 1) }
    var small: Column<Int16> { Column(path, 2) }
    var medium: Column<Int32> { Column(path, 3) }
    var large: Column<Int64> { Column(path, 4) }
    var plain: Column<Int> { Column(path, 5) }
    var single: Column<Float> { Column(path, 6) }
    var double: Column<Double> { Column(path, 7) }
    var exact: Column<Decimal> { Column(path, 8) }
    var money: Column<Currency> { Column(path, 9) }
    var rate: Column<Rate> { Column(path, 10) }
    var text: Column<String> { Column(path, 11) }
    var bytes: Column<Data> { Column(path, 12) }
    var at: Column<Date> { Column(path, 13) }
    var link: Column<URL?> { Column(path, 14) }
    var json: Column<JSON> { Column(path, 15) }
    var email: Column<Email?> { Column(path, 16) }
    var level: Column<Level> { Column(path, 17) }
    var phase: Column<Phase> { Column(path, 18) }
    var numbers: Column<[Int64]> { Column(path, 19) }
    var words: Column<[String]> { Column(path, 20) }
    var levels: Column<[Level]> { Column(path, 21) }
    var note: Column<String?> { Column(path, 22) }
    var maybeLarge: Column<Int64?> { Column(path, 23) }
    var maybeDouble: Column<Double?> { Column(path, 24) }
    var maybeDate: Column<Date?> { Column(path, 25) }
    var maybeID: Column<UUID?> { Column(path, 26) }
    var maybeFlag: Column<Bool?> { Column(path, 27) }
    var maybeMoney: Column<Currency?> { Column(path, 28) }
    var maybeBytes: Column<Data?> { Column(path, 29) }
    var maybeExact: Column<Decimal?> { Column(path, 30) }
    var day: Column<Day> { Column(path, 31) }
    var maybeDay: Column<Day?> { Column(path, 32) }
  }
}
