import Foundation
import IgataRuntime

/// The values of a row, which are in the order of their numbers.
struct FormValues {
  let number: Int64
  let date: Date
  let day: Day
  let amount: Currency
  let uuid: UUID
  let status: OrderStatus

  init(_ number: Int64, _ form: FormCost.Form) {
    let step: Int64 =
      switch form {
      case .seconds: 1_000_000
      case .milliseconds: 1_001_000
      default: 1_000_003
      }
    self.number = number
    status = number.isMultiple(of: 100) ? .cancelled : number.isMultiple(of: 2) ? .shipped : .received
    day = Day(daysSince1970: Int(number)) ?? .first
    date = Date(microsecondsSince1970: 1_700_000_000_000_000 + number * step)
    amount = Currency(storedInteger: form == .number ? number * 101 : number * 7919 % 1_000_003)
    let bits = (UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15, UInt64(number + 1) &* 0xBF58_476D_1CE4_E5B9)
    uuid = withUnsafeBytes(of: bits) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

extension FormCost.Form {
  /// The column with an index, beside the key.
  var indexed: String? {
    switch self {
    case .text, .seconds, .milliseconds, .local: "at"
    case .day: "day"
    case .number: "amount"
    case .uuid: "token"
    case .native: "status"
    case .key: nil
    }
  }
}

extension FormCost.Engine {
  var integer: String { self == .sqlite ? "INTEGER" : "bigint" }
  var date: String { self == .sqlite ? "INTEGER" : "timestamptz" }
  var day: String { self == .sqlite ? "TEXT" : "date" }
  var uuid: String { self == .sqlite ? "BLOB" : "uuid" }
}

/// A row of one of the tables.
protocol FormRow: PersistableModel {
  static var tableName: String { get }
  /// The columns in SQL, beside the name and, if it is a number, the key.
  static func columns(on engine: FormCost.Engine) -> String
  init(id: Int64, _ values: FormValues)
  static func key(_ values: FormValues) -> PrimaryKey
  static func query(_ query: FormCost.Query, _ values: QueriedValues) -> Query<Self>
}

/// What a query looks for: the values of `start`, or those from `start` up to `end`.
struct QueriedValues {
  let form: FormCost.Form
  let start: FormValues
  let end: FormValues

  init(from number: Int64, _ form: FormCost.Form) {
    self.form = form
    start = FormValues(number, form)
    end = FormValues(number + 50, form)
  }
}

extension FormRow where PrimaryKey == Int64 {
  static func key(_ values: FormValues) -> Int64 { values.number + 1 }
}

extension FormRow where PrimaryKey == UUID {
  static func key(_ values: FormValues) -> UUID { values.uuid }
}

private func title(_ id: Int64) -> String { "Event number \(id)" }

extension PlainEvent: FormRow {
  static var tableName: String { "plain_event" }

  static func columns(on engine: FormCost.Engine) -> String {
    "at \(engine.date) NOT NULL, amount \(engine.integer) NOT NULL"
  }

  init(id: Int64, _ values: FormValues) {
    self.init(id: id, name: title(id), at: values.date, amount: values.amount)
  }

  static func query(_ query: FormCost.Query, _ values: QueriedValues) -> Query<Self> {
    switch query {
    case .range where values.form == .number:
      self.where { $0.amount >= values.start.amount && $0.amount < values.end.amount }
    case .equal where values.form == .number: self.where { $0.amount == values.start.amount }
    case .range: self.where { $0.at >= values.start.date && $0.at < values.end.date }
    case .equal: self.where { $0.at == values.start.date }
    case .first: all.order { $0.at.descending }.limit(50)
    case .load, .find: all
    }
  }
}

extension TextEvent: FormRow {
  static var tableName: String { "text_event" }

  static func columns(on engine: FormCost.Engine) -> String {
    "at TEXT NOT NULL, amount \(engine.integer) NOT NULL"
  }

  init(id: Int64, _ values: FormValues) {
    self.init(id: id, name: title(id), at: values.date, amount: values.amount)
  }

  static func query(_ query: FormCost.Query, _ values: QueriedValues) -> Query<Self> {
    switch query {
    case .range: self.where { $0.at >= values.start.date && $0.at < values.end.date }
    case .equal: self.where { $0.at == values.start.date }
    case .first: all.order { $0.at.descending }.limit(50)
    case .load, .find: all
    }
  }
}

extension SecondsEvent: FormRow {
  static var tableName: String { "seconds_event" }

  static func columns(on engine: FormCost.Engine) -> String {
    "at \(engine.integer) NOT NULL, amount \(engine.integer) NOT NULL"
  }

  init(id: Int64, _ values: FormValues) {
    self.init(id: id, name: title(id), at: values.date, amount: values.amount)
  }

  static func query(_ query: FormCost.Query, _ values: QueriedValues) -> Query<Self> {
    switch query {
    case .range: self.where { $0.at >= values.start.date && $0.at < values.end.date }
    case .equal: self.where { $0.at == values.start.date }
    case .first: all.order { $0.at.descending }.limit(50)
    case .load, .find: all
    }
  }
}

extension MillisecondsEvent: FormRow {
  static var tableName: String { "milliseconds_event" }

  static func columns(on engine: FormCost.Engine) -> String {
    "at \(engine.integer) NOT NULL, amount \(engine.integer) NOT NULL"
  }

  init(id: Int64, _ values: FormValues) {
    self.init(id: id, name: title(id), at: values.date, amount: values.amount)
  }

  static func query(_ query: FormCost.Query, _ values: QueriedValues) -> Query<Self> {
    switch query {
    case .range: self.where { $0.at >= values.start.date && $0.at < values.end.date }
    case .equal: self.where { $0.at == values.start.date }
    case .first: all.order { $0.at.descending }.limit(50)
    case .load, .find: all
    }
  }
}

extension LocalEvent: FormRow {
  static var tableName: String { "local_event" }

  static func columns(on engine: FormCost.Engine) -> String {
    "at TIMESTAMP NOT NULL, amount \(engine.integer) NOT NULL"
  }

  init(id: Int64, _ values: FormValues) {
    self.init(id: id, name: title(id), at: values.date, amount: values.amount)
  }

  static func query(_ query: FormCost.Query, _ values: QueriedValues) -> Query<Self> {
    switch query {
    case .range: self.where { $0.at >= values.start.date && $0.at < values.end.date }
    case .equal: self.where { $0.at == values.start.date }
    case .first: all.order { $0.at.descending }.limit(50)
    case .load, .find: all
    }
  }
}

extension PlainVisit: FormRow {
  static var tableName: String { "plain_visit" }

  static func columns(on engine: FormCost.Engine) -> String {
    "day \(engine.day) NOT NULL, amount \(engine.integer) NOT NULL"
  }

  init(id: Int64, _ values: FormValues) {
    self.init(id: id, name: title(id), day: values.day, amount: values.amount)
  }

  static func query(_ query: FormCost.Query, _ values: QueriedValues) -> Query<Self> {
    switch query {
    case .range: self.where { $0.day >= values.start.day && $0.day < values.end.day }
    case .equal: self.where { $0.day == values.start.day }
    case .first: all.order { $0.day.descending }.limit(50)
    case .load, .find: all
    }
  }
}

extension DigitsVisit: FormRow {
  static var tableName: String { "digits_visit" }

  static func columns(on engine: FormCost.Engine) -> String {
    "day \(engine.integer) NOT NULL, amount \(engine.integer) NOT NULL"
  }

  init(id: Int64, _ values: FormValues) {
    self.init(id: id, name: title(id), day: values.day, amount: values.amount)
  }

  static func query(_ query: FormCost.Query, _ values: QueriedValues) -> Query<Self> {
    switch query {
    case .range: self.where { $0.day >= values.start.day && $0.day < values.end.day }
    case .equal: self.where { $0.day == values.start.day }
    case .first: all.order { $0.day.descending }.limit(50)
    case .load, .find: all
    }
  }
}

extension NumberEvent: FormRow {
  static var tableName: String { "number_event" }

  static func columns(on engine: FormCost.Engine) -> String {
    "at \(engine.date) NOT NULL, amount NUMERIC NOT NULL"
  }

  init(id: Int64, _ values: FormValues) {
    self.init(id: id, name: title(id), at: values.date, amount: values.amount)
  }

  static func query(_ query: FormCost.Query, _ values: QueriedValues) -> Query<Self> {
    switch query {
    case .range: self.where { $0.amount >= values.start.amount && $0.amount < values.end.amount }
    case .equal: self.where { $0.amount == values.start.amount }
    case .load, .first, .find: all
    }
  }
}

extension PlainTicket: FormRow {
  static var tableName: String { "plain_ticket" }

  static func columns(on engine: FormCost.Engine) -> String {
    "token \(engine.uuid) NOT NULL, amount \(engine.integer) NOT NULL"
  }

  init(id: Int64, _ values: FormValues) {
    self.init(id: id, name: title(id), token: values.uuid, amount: values.amount)
  }

  static func query(_ query: FormCost.Query, _ values: QueriedValues) -> Query<Self> {
    query == .equal ? self.where { $0.token == values.start.uuid } : all
  }
}

extension TextTicket: FormRow {
  static var tableName: String { "text_ticket" }

  static func columns(on engine: FormCost.Engine) -> String {
    "token TEXT NOT NULL, amount \(engine.integer) NOT NULL"
  }

  init(id: Int64, _ values: FormValues) {
    self.init(id: id, name: title(id), token: values.uuid, amount: values.amount)
  }

  static func query(_ query: FormCost.Query, _ values: QueriedValues) -> Query<Self> {
    query == .equal ? self.where { $0.token == values.start.uuid } : all
  }
}

extension PlainPass: FormRow {
  static var tableName: String { "plain_pass" }

  static func columns(on engine: FormCost.Engine) -> String {
    "id \(engine.uuid) NOT NULL PRIMARY KEY, amount \(engine.integer) NOT NULL"
  }

  init(id: Int64, _ values: FormValues) { self.init(id: values.uuid, name: title(id), amount: values.amount) }

  static func query(_ query: FormCost.Query, _ values: QueriedValues) -> Query<Self> {
    query == .equal ? self.where { $0.id == values.start.uuid } : all
  }
}

extension TextPass: FormRow {
  static var tableName: String { "text_pass" }

  static func columns(on engine: FormCost.Engine) -> String {
    "id TEXT NOT NULL PRIMARY KEY, amount \(engine.integer) NOT NULL"
  }

  init(id: Int64, _ values: FormValues) { self.init(id: values.uuid, name: title(id), amount: values.amount) }

  static func query(_ query: FormCost.Query, _ values: QueriedValues) -> Query<Self> {
    query == .equal ? self.where { $0.id == values.start.uuid } : all
  }
}

extension PlainOrder: FormRow {
  static var tableName: String { "plain_order" }

  static func columns(on engine: FormCost.Engine) -> String {
    "status TEXT NOT NULL, amount \(engine.integer) NOT NULL"
  }

  init(id: Int64, _ values: FormValues) {
    self.init(id: id, name: title(id), status: values.status, amount: values.amount)
  }

  static func query(_ query: FormCost.Query, _ values: QueriedValues) -> Query<Self> {
    query == .equal ? self.where { $0.status == values.start.status }.limit(1) : all
  }
}

extension NativeOrder: FormRow {
  static var tableName: String { "native_order" }

  static func columns(on engine: FormCost.Engine) -> String {
    "status order_status NOT NULL, amount \(engine.integer) NOT NULL"
  }

  init(id: Int64, _ values: FormValues) {
    self.init(id: id, name: title(id), status: values.status, amount: values.amount)
  }

  static func query(_ query: FormCost.Query, _ values: QueriedValues) -> Query<Self> {
    query == .equal ? self.where { $0.status == values.start.status }.limit(1) : all
  }
}
