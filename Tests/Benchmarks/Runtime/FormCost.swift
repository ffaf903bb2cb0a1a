import Foundation
import IgataPostgreSQL
import IgataRuntime
import IgataSQLite

/// What queries over columns in the form of another program cost, beside the same over columns as igata keeps them.
enum FormCost {
  static let count: Int64 = 10_000
  private static let repetitions: Int64 = 200

  /// A form that databases of others often have.
  enum Form: String, CaseIterable {
    case text, seconds, milliseconds, local, day, number, uuid, key, native

    var title: String {
      switch self {
      case .text: "dates as text"
      case .seconds: "dates as seconds"
      case .milliseconds: "dates as milliseconds"
      case .local: "dates without a zone"
      case .day: "days as eight digits"
      case .number: "amounts as numbers"
      case .uuid: "UUIDs as text"
      case .key: "keys as text"
      case .native: "enums as types of the server"
      }
    }

    var queries: [Query] {
      switch self {
      case .text, .seconds, .milliseconds, .local, .day: [.load, .range, .equal, .first]
      case .number: [.load, .range, .equal]
      case .uuid, .native: [.load, .equal]
      case .key: [.load, .equal, .find]
      }
    }
  }

  enum Query: String, CaseIterable {
    case load, range, equal, first, find

    var title: String {
      switch self {
      case .load: "load 10,000"
      case .range: "fetch 50 between two values, 200 times"
      case .equal: "find one by a value, 200 times"
      case .first: "fetch the 50 of the greatest values, 200 times"
      case .find: "find one by its key, 200 times"
      }
    }

    var count: Int64 { self == .range || self == .first ? 50 : 1 }
  }

  enum Engine: String {
    case sqlite, postgresql

    /// SQLite has no types of these forms.
    var forms: [Form] { Form.allCases.filter { self == .postgresql || $0 != .local && $0 != .native } }

    /// The group that measures it.
    var group: String { self == .sqlite ? "runtime" : "postgresql" }
  }

  private enum Side: String, CaseIterable { case form, own }

  static func probes(on engine: Engine) -> [String: @Sendable (Int) async throws -> Void] {
    var probes: [String: @Sendable (Int) async throws -> Void] = [:]
    for form in engine.forms {
      for query in form.queries {
        for side in Side.allCases {
          let model = model(form, side)
          probes[name(form, query, side)] = { try await run(model, form, query, on: engine, times: $0) }
        }
      }
    }
    return probes
  }

  private static func model(_ form: Form, _ side: Side) -> any FormRow.Type {
    switch (form, side) {
    case (.text, .form): TextEvent.self
    case (.seconds, .form): SecondsEvent.self
    case (.milliseconds, .form): MillisecondsEvent.self
    case (.local, .form): LocalEvent.self
    case (.number, .form): NumberEvent.self
    case (.text, .own), (.seconds, .own), (.milliseconds, .own), (.local, .own), (.number, .own): PlainEvent.self
    case (.day, .form): DigitsVisit.self
    case (.day, .own): PlainVisit.self
    case (.uuid, .form): TextTicket.self
    case (.uuid, .own): PlainTicket.self
    case (.key, .form): TextPass.self
    case (.key, .own): PlainPass.self
    case (.native, .form): NativeOrder.self
    case (.native, .own): PlainOrder.self
    }
  }

  static func measure(on engine: Engine, in session: Session) async throws -> [Measurement] {
    var measurements: [Measurement] = []
    for form in engine.forms {
      for query in form.queries {
        session.say("\(query.title), \(form.title)")
        let subjects = Side.allCases.map { side in
          let command = session.probe(engine.group, name(form, query, side), times: 1)
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
            group: engine.group, name: "\(query.title), \(form.title) beside igata's", ratio: other / own,
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

  /// Runs a query in this process, and prints the seconds that it took: of the processor, or with a server of a clock.
  private static func run<Model: FormRow>(
    _ model: Model.Type, _ form: Form, _ query: Query, on engine: Engine, times: Int
  ) async throws {
    let (table, identity) = (Model.tableName, Model.PrimaryKey.self == Int64.self ? "id bigint PRIMARY KEY, " : "")
    let path = try Session(unit: .seconds).scratch.appendingPathComponent("\(form)-\(query)-\(table).sqlite").path
    defer { for file in [path, path + "-wal", path + "-shm"] { try? FileManager.default.removeItem(atPath: file) } }
    let store = try open(engine, path)
    if engine == .postgresql {
      try await store.execute("DROP TABLE IF EXISTS \(SQL("\(identifier: table)"))")
      if form == .native {
        try await store.execute("DROP TYPE IF EXISTS order_status CASCADE")
        try await store.execute("CREATE TYPE order_status AS ENUM ('received', 'shipped', 'cancelled')")
      }
    }
    let columns = (engine == .sqlite ? identity.replacing("bigint", with: "INTEGER") : identity) + "name TEXT NOT NULL, "
    try await store.execute("CREATE TABLE \(raw: table) (\(raw: columns + Model.columns(on: engine)))")
    if let indexed = form.indexed {
      try await store.execute("CREATE INDEX \(raw: table)_i ON \(raw: table) (\(raw: indexed))")
    }
    try await store.prepare([model])
    try await store.insert((0..<count).map { Model(id: $0 + 1, FormValues($0 * 7919 % count, form)) })
    if engine == .postgresql { try await store.execute("ANALYZE \(raw: table)") }
    let numbers = (0..<times).flatMap { _ in 0..<(query == .load ? 1 : repetitions) }
    let sought = numbers.map { QueriedValues(from: $0 * 40 + 100, form) }
    let queries = sought.map { Model.query(query, $0) }
    let keys = sought.map { Model.key($0.start) }
    var found = 0
    // Once before, as statements are prepared once.
    let seconds: Double
    var start = ContinuousClock.now
    if query == .find {
      found -= try await store.find(Model.self, id: keys[0]) == nil ? 0 : 1
      start = .now
      seconds = try await FormWork().counting {
        for key in keys { found += try await store.find(Model.self, id: key) == nil ? 0 : 1 }
      }
    } else {
      found -= try await store.fetch(queries[0]).count
      start = .now
      seconds = try await FormWork().counting {
        for query in queries { found += try await store.fetch(query).count }
      }
    }
    guard found == (sought.count - 1) * Int(query == .load ? count : query.count) else {
      throw BenchmarkFault("\(query.title) found \(found) rows")
    }
    print(engine == .sqlite ? seconds : (ContinuousClock.now - start) / .seconds(1))
  }

  private static func open(_ engine: Engine, _ path: String) throws -> Store {
    guard engine == .postgresql else { return Store(try SQLiteBackend(path: path)) }
    #if PostgreSQL
    return Store(try PostgreSQLBackend(ServerProbe.connection ?? ""))
    #else
    throw BenchmarkFault("built without PostgreSQL")
    #endif
  }
}

/// Counts what is run.
private struct FormWork: RuntimeWork {
  func run() async throws -> Double { 0 }
}
