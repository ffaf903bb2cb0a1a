import Foundation
import IgataRuntime
import IgataSQLite

/// What queries over columns in the form of another program cost, beside the same over columns as igata keeps them.
enum FormCost {
  fileprivate static let count: Int64 = 10_000
  private static let repetitions: Int64 = 200

  /// A form that databases of others often have.
  fileprivate enum Form: String, CaseIterable {
    case text, seconds, number, uuid, key

    var title: String {
      switch self {
      case .text: "dates as text"
      case .seconds: "dates as seconds"
      case .number: "amounts as numbers"
      case .uuid: "UUIDs as text"
      case .key: "keys as text"
      }
    }

    var queries: [Query] {
      switch self {
      case .text, .seconds: Query.allCases
      case .number: [.load, .range, .equal]
      case .uuid, .key: [.load, .equal]
      }
    }
  }

  fileprivate enum Query: String, CaseIterable {
    case load, range, equal, first

    var title: String {
      switch self {
      case .load: "load 10,000"
      case .range: "fetch 50 between two values, 200 times"
      case .equal: "find one by a value, 200 times"
      case .first: "fetch the 50 of the greatest values, 200 times"
      }
    }

    var count: Int64 { self == .range || self == .first ? 50 : 1 }
  }

  private enum Side: String, CaseIterable { case form, own }

  static var probes: [String: @Sendable (Int) async throws -> Void] {
    var probes: [String: @Sendable (Int) async throws -> Void] = [:]
    for form in Form.allCases {
      for query in form.queries {
        probes[name(form, query, .form)] = { _ in
          switch form {
          case .text: try await run(TextEvent.self, form, query)
          case .seconds: try await run(SecondsEvent.self, form, query)
          case .number: try await run(NumberEvent.self, form, query)
          case .uuid: try await run(TextTicket.self, form, query)
          case .key: try await run(TextPass.self, form, query)
          }
        }
        probes[name(form, query, .own)] = { _ in
          switch form {
          case .text, .seconds, .number: try await run(PlainEvent.self, form, query)
          case .uuid: try await run(PlainTicket.self, form, query)
          case .key: try await run(PlainPass.self, form, query)
          }
        }
      }
    }
    return probes
  }

  static func measure(in session: Session) async throws -> [Measurement] {
    var measurements: [Measurement] = []
    for form in Form.allCases {
      for query in form.queries {
        session.say("\(query.title), \(form.title)")
        let subjects = Side.allCases.map { side in
          let command = session.probe("runtime", name(form, query, side), times: 1)
          let unit = session.unit
          return Subject(side.rawValue) {
          } run: {
            if unit == .instructions { return Double(try command.instructions(["--instr-atstart=no"])) }
            let printed = try command.printed()
            guard let seconds = Double(printed.trimmingCharacters(in: .whitespacesAndNewlines)) else {
              throw BenchmarkFault("a probe printed '\(printed)'")
            }
            return seconds
          }
        }
        let costs = try await measureInTurn(subjects, in: session, rounds: 7)
        let (other, own) = (costs[Side.form.rawValue] ?? .nan, costs[Side.own.rawValue] ?? .nan)
        measurements.append(
          Measurement(
            group: "runtime", name: "\(query.title), \(form.title) beside igata's", ratio: other / own,
            bar: bar(form, query),
            figures: "\(form.title) \(figure(other, session.unit)), own \(figure(own, session.unit))"))
      }
    }
    return measurements
  }

  /// The latest dates of a text are sorted again.
  private static func bar(_ form: Form, _ query: Query) -> Double { form == .text && query == .first ? 1.5 : 1.05 }

  private static func name(_ form: Form, _ query: Query, _ side: Side) -> String {
    "form-\(form.rawValue)-\(query.rawValue)-\(side.rawValue)"
  }

  /// Runs a query in this process, and prints the seconds that it took.
  private static func run<Model: FormRow>(_ model: Model.Type, _ form: Form, _ query: Query) async throws {
    let table = Model.tableName
    let path = try Session(unit: .seconds).scratch.appendingPathComponent("\(form)-\(query)-\(table).sqlite").path
    defer { for file in [path, path + "-wal", path + "-shm"] { try? FileManager.default.removeItem(atPath: file) } }
    let store = Store(try SQLiteBackend(path: path))
    try await store.execute("CREATE TABLE \(SQL("\(identifier: table)")) \(Model.columns)")
    if let indexed = form.indexed {
      try await store.execute("CREATE INDEX i ON \(SQL("\(identifier: table)")) (\(SQL("\(identifier: indexed)")))")
    }
    try await store.prepare([model])
    try await store.insert((0..<count).map { Model(id: $0 + 1, FormValues($0 * 7919 % count, form)) })
    let queries = (0..<(query == .load ? 1 : repetitions)).map { number in
      Model.query(query, QueriedValues(from: number * 40 + 100, form))
    }
    var found = 0
    // Once before, as statements are prepared once.
    for query in queries.prefix(1) { found -= try await store.fetch(query).count }
    let seconds = try await FormWork().counting {
      for query in queries { found += try await store.fetch(query).count }
    }
    guard found == (queries.count - 1) * Int(query.count) else {
      throw BenchmarkFault("\(query.title) found \(found) rows")
    }
    print(seconds)
  }
}

/// Counts what is run.
private struct FormWork: RuntimeWork {
  func run() async throws -> Double { 0 }
}

/// The values of a row, which are in the order of their numbers.
private struct FormValues {
  let date: Date
  let amount: Currency
  let uuid: UUID

  init(_ number: Int64, _ form: FormCost.Form) {
    let step: Int64 = form == .seconds ? 1_000_000 : 1_000_003
    date = Date(microsecondsSince1970: 1_700_000_000_000_000 + number * step)
    amount = Currency(storedInteger: form == .number ? number * 101 : number * 7919 % 1_000_003)
    let bits = (UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15, UInt64(number + 1) &* 0xBF58_476D_1CE4_E5B9)
    uuid = withUnsafeBytes(of: bits) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

extension FormCost.Form {
  /// The column with an index, beside the key.
  fileprivate var indexed: String? {
    switch self {
    case .text, .seconds: "at"
    case .number: "amount"
    case .uuid: "token"
    case .key: nil
    }
  }
}

/// A row of one of the tables.
private protocol FormRow: PersistableModel {
  static var tableName: String { get }
  /// The columns in SQL.
  static var columns: SQL { get }
  init(id: Int64, _ values: FormValues)
  static func query(_ query: FormCost.Query, _ values: QueriedValues) -> Query<Self>
}

/// What a query looks for: the values of `start`, or those from `start` up to `end`.
private struct QueriedValues {
  let form: FormCost.Form
  let start: FormValues
  let end: FormValues

  init(from number: Int64, _ form: FormCost.Form) {
    self.form = form
    start = FormValues(number, form)
    end = FormValues(number + 50, form)
  }
}

private func title(_ id: Int64) -> String { "Event number \(id)" }

extension PlainEvent: FormRow {
  fileprivate static var tableName: String { "plain_event" }

  fileprivate static var columns: SQL {
    "(id INTEGER PRIMARY KEY, name TEXT NOT NULL, at INTEGER NOT NULL, amount INTEGER NOT NULL)"
  }

  fileprivate init(id: Int64, _ values: FormValues) {
    self.init(id: id, name: title(id), at: values.date, amount: values.amount)
  }

  fileprivate static func query(_ query: FormCost.Query, _ values: QueriedValues) -> Query<Self> {
    switch query {
    case .load: all
    case .range where values.form == .number:
      self.where { $0.amount >= values.start.amount && $0.amount < values.end.amount }
    case .equal where values.form == .number: self.where { $0.amount == values.start.amount }
    case .range: self.where { $0.at >= values.start.date && $0.at < values.end.date }
    case .equal: self.where { $0.at == values.start.date }
    case .first: all.order { $0.at.descending }.limit(50)
    }
  }
}

extension TextEvent: FormRow {
  fileprivate static var tableName: String { "text_event" }

  fileprivate static var columns: SQL {
    "(id INTEGER PRIMARY KEY, name TEXT NOT NULL, at TEXT NOT NULL, amount INTEGER NOT NULL)"
  }

  fileprivate init(id: Int64, _ values: FormValues) {
    self.init(id: id, name: title(id), at: values.date, amount: values.amount)
  }

  fileprivate static func query(_ query: FormCost.Query, _ values: QueriedValues) -> Query<Self> {
    switch query {
    case .load: all
    case .range: self.where { $0.at >= values.start.date && $0.at < values.end.date }
    case .equal: self.where { $0.at == values.start.date }
    case .first: all.order { $0.at.descending }.limit(50)
    }
  }
}

extension SecondsEvent: FormRow {
  fileprivate static var tableName: String { "seconds_event" }

  fileprivate static var columns: SQL {
    "(id INTEGER PRIMARY KEY, name TEXT NOT NULL, at INTEGER NOT NULL, amount INTEGER NOT NULL)"
  }

  fileprivate init(id: Int64, _ values: FormValues) {
    self.init(id: id, name: title(id), at: values.date, amount: values.amount)
  }

  fileprivate static func query(_ query: FormCost.Query, _ values: QueriedValues) -> Query<Self> {
    switch query {
    case .load: all
    case .range: self.where { $0.at >= values.start.date && $0.at < values.end.date }
    case .equal: self.where { $0.at == values.start.date }
    case .first: all.order { $0.at.descending }.limit(50)
    }
  }
}

extension NumberEvent: FormRow {
  fileprivate static var tableName: String { "number_event" }

  fileprivate static var columns: SQL {
    "(id INTEGER PRIMARY KEY, name TEXT NOT NULL, at INTEGER NOT NULL, amount NUMERIC NOT NULL)"
  }

  fileprivate init(id: Int64, _ values: FormValues) {
    self.init(id: id, name: title(id), at: values.date, amount: values.amount)
  }

  fileprivate static func query(_ query: FormCost.Query, _ values: QueriedValues) -> Query<Self> {
    switch query {
    case .range: self.where { $0.amount >= values.start.amount && $0.amount < values.end.amount }
    case .equal: self.where { $0.amount == values.start.amount }
    case .load, .first: all
    }
  }
}

extension PlainTicket: FormRow {
  fileprivate static var tableName: String { "plain_ticket" }

  fileprivate static var columns: SQL {
    "(id INTEGER PRIMARY KEY, name TEXT NOT NULL, token BLOB NOT NULL, amount INTEGER NOT NULL)"
  }

  fileprivate init(id: Int64, _ values: FormValues) {
    self.init(id: id, name: title(id), token: values.uuid, amount: values.amount)
  }

  fileprivate static func query(_ query: FormCost.Query, _ values: QueriedValues) -> Query<Self> {
    query == .equal ? self.where { $0.token == values.start.uuid } : all
  }
}

extension TextTicket: FormRow {
  fileprivate static var tableName: String { "text_ticket" }

  fileprivate static var columns: SQL {
    "(id INTEGER PRIMARY KEY, name TEXT NOT NULL, token TEXT NOT NULL, amount INTEGER NOT NULL)"
  }

  fileprivate init(id: Int64, _ values: FormValues) {
    self.init(id: id, name: title(id), token: values.uuid, amount: values.amount)
  }

  fileprivate static func query(_ query: FormCost.Query, _ values: QueriedValues) -> Query<Self> {
    query == .equal ? self.where { $0.token == values.start.uuid } : all
  }
}

extension PlainPass: FormRow {
  fileprivate static var tableName: String { "plain_pass" }

  fileprivate static var columns: SQL {
    "(id BLOB NOT NULL PRIMARY KEY, name TEXT NOT NULL, amount INTEGER NOT NULL)"
  }

  fileprivate init(id: Int64, _ values: FormValues) {
    self.init(id: values.uuid, name: title(id), amount: values.amount)
  }

  fileprivate static func query(_ query: FormCost.Query, _ values: QueriedValues) -> Query<Self> {
    query == .equal ? self.where { $0.id == values.start.uuid } : all
  }
}

extension TextPass: FormRow {
  fileprivate static var tableName: String { "text_pass" }

  fileprivate static var columns: SQL {
    "(id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, amount INTEGER NOT NULL)"
  }

  fileprivate init(id: Int64, _ values: FormValues) {
    self.init(id: values.uuid, name: title(id), amount: values.amount)
  }

  fileprivate static func query(_ query: FormCost.Query, _ values: QueriedValues) -> Query<Self> {
    query == .equal ? self.where { $0.id == values.start.uuid } : all
  }
}
