import Foundation
import IgataRuntime
import IgataSQLite

/// What queries over dates that another program keeps as text cost, beside the same over dates as igata keeps them.
enum FormCost {
  private static let count = 10_000
  private static let repetitions = 200

  private enum Query: String, CaseIterable {
    case load, range, equal, first

    var title: String {
      switch self {
      case .load: "load 10,000"
      case .range: "fetch 50 between two dates, 200 times"
      case .equal: "find one by a date, 200 times"
      case .first: "fetch the 50 of the latest dates, 200 times"
      }
    }

    /// The text is read for each row, and a few rows are sorted again.
    var bar: Double {
      switch self {
      case .load, .range, .equal: 1.05
      case .first: 1.5
      }
    }
  }

  private enum Side: String, CaseIterable { case text, own }

  static var probes: [String: @Sendable (Int) async throws -> Void] {
    var probes: [String: @Sendable (Int) async throws -> Void] = [:]
    for query in Query.allCases {
      for side in Side.allCases {
        probes[name(query, side)] = { _ in
          switch side {
          case .text: try await run(query, "text_event", "TEXT", TextEvent.self, text) { TextEvent.queries(query.rawValue, $0) }
          case .own: try await run(query, "plain_event", "INTEGER", PlainEvent.self, own) { PlainEvent.queries(query.rawValue, $0) }
          }
        }
      }
    }
    return probes
  }

  static func measure(in session: Session) async throws -> [Measurement] {
    var measurements: [Measurement] = []
    for query in Query.allCases {
      session.say("\(query.title), dates as text")
      let subjects = Side.allCases.map { side in
        let command = session.probe("runtime", name(query, side), times: 1)
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
      let (text, own) = (costs[Side.text.rawValue] ?? .nan, costs[Side.own.rawValue] ?? .nan)
      measurements.append(
        Measurement(
          group: "runtime", name: "\(query.title), dates as text beside igata's", ratio: text / own, bar: query.bar,
          figures: "text \(figure(text, session.unit)), own \(figure(own, session.unit))"))
    }
    return measurements
  }

  private static func name(_ query: Query, _ side: Side) -> String { "form-\(query.rawValue)-\(side.rawValue)" }

  private static func date(_ number: Int) -> Date {
    Date(microsecondsSince1970: 1_700_000_000_000_000 + Int64(number) * 1_000_003)
  }

  private static func text(_ id: Int64, _ date: Date) -> TextEvent {
    TextEvent(id: id, name: "Event number \(id)", at: date, amount: Currency(storedInteger: id * 7919 % 1_000_003))
  }

  private static func own(_ id: Int64, _ date: Date) -> PlainEvent {
    PlainEvent(id: id, name: "Event number \(id)", at: date, amount: Currency(storedInteger: id * 7919 % 1_000_003))
  }

  /// Runs a query in this process, and prints the seconds that it took.
  private static func run<Model: PersistableModel>(
    _ query: Query, _ table: String, _ type: String, _ model: Model.Type, _ row: (Int64, Date) -> Model,
    _ made: (Date) -> IgataRuntime.Query<Model>
  ) async throws {
    let path = try Session(unit: .seconds).scratch.appendingPathComponent("\(name(query, .own))-\(table).sqlite").path
    defer { for file in [path, path + "-wal", path + "-shm"] { try? FileManager.default.removeItem(atPath: file) } }
    let store = Store(try SQLiteBackend(path: path))
    let name = SQL("\(identifier: table)")
    try await store.execute(
      "CREATE TABLE \(name) (id INTEGER PRIMARY KEY, name TEXT NOT NULL, at \(SQL("\(identifier: type)")) NOT NULL, amount INTEGER NOT NULL)")
    try await store.execute("CREATE INDEX \(SQL("\(identifier: table + "_at")")) ON \(name) (at)")
    try await store.prepare([model])
    try await store.insert((0..<count).map { row(Int64($0 + 1), date($0 * 7919 % count)) })
    let queries = (0..<(query == .load ? 1 : repetitions)).map { made(date($0 * 40 + 100)) }
    var found = 0
    // Once before, as statements are prepared once.
    for query in queries.prefix(1) { found -= try await store.fetch(query).count }
    let seconds = try await FormWork().counting {
      for query in queries { found += try await store.fetch(query).count }
    }
    let expected = [.load: 0, .range: 50 * (repetitions - 1), .equal: repetitions - 1, .first: 50 * (repetitions - 1)][query]
    guard found == expected else { throw BenchmarkFault("\(query.title) found \(found) rows") }
    print(seconds)
  }
}

/// Counts what is run.
private struct FormWork: RuntimeWork {
  func run() async throws -> Double { 0 }
}

extension TextEvent {
  fileprivate static func queries(_ name: String, _ date: Date) -> Query<TextEvent> {
    let end = date.addingTimeInterval(50)
    return switch name {
    case "load": all
    case "range": self.where { $0.at >= date && $0.at < end }
    case "equal": self.where { $0.at == date }
    default: all.order { $0.at.descending }.limit(50)
    }
  }
}

extension PlainEvent {
  fileprivate static func queries(_ name: String, _ date: Date) -> Query<PlainEvent> {
    let end = date.addingTimeInterval(50)
    return switch name {
    case "load": all
    case "range": self.where { $0.at >= date && $0.at < end }
    case "equal": self.where { $0.at == date }
    default: all.order { $0.at.descending }.limit(50)
    }
  }
}
