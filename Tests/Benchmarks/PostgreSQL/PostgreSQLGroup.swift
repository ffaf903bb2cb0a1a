import Foundation

extension BenchmarkGroup {
  /// The runtime on a PostgreSQL server beside a C program over libpq. `IGATA_POSTGRESQL` says how to connect to the
  /// server, whose tables of the ledger are made anew.
  static let postgresql = BenchmarkGroup(name: "postgresql", probes: ServerProbe.all) { session in
    guard ServerProbe.isBuilt else {
      throw BenchmarkFault("built without PostgreSQL: swift run -c release --traits SQLite,PostgreSQL benchmarks")
    }
    guard session.unit == .seconds else { throw BenchmarkFault("the server's part is not counted: measure in seconds") }
    guard ServerProbe.connection != nil else {
      throw BenchmarkFault("IGATA_POSTGRESQL says how to connect to a server")
    }
    var measurements: [Measurement] = []
    for operation in ServerOperation.allCases where operation != .insertEach {
      session.say(operation.title)
      measurements += try await compare(operation, in: session)
    }
    session.say(ServerOperation.insertEach.title)
    measurements.append(try await compareBulk(in: session))
    measurements += try await FormCost.measure(on: .postgresql, in: session)
    return measurements
  }

  private static func compare(_ operation: ServerOperation, in session: Session) async throws -> [Measurement] {
    var costs: [ServerProbe.Side: [ServerCost]] = [:]
    // The first round warms the server's caches. Who comes first in one comes last in the next.
    for round in 0...operation.rounds {
      for side in round.isMultiple(of: 2) ? operation.sides : operation.sides.reversed() {
        let cost = try await ServerProbe(side: side, operation: operation).measure(in: session)
        if round > 0 { costs[side, default: []].append(cost) }
      }
    }
    return operation.pairs.flatMap { pair in
      operation.bars.map { name, bar, value in
        let (own, plain) = ((costs[pair.own] ?? []).map(value), (costs[pair.plain] ?? []).map(value))
        // Rounds are as different as what else the machine does; the two sides of a round are not.
        return Measurement(
          group: "postgresql", name: "\(operation.title)\(pair.remark), \(name)",
          ratio: median(zip(own, plain).map { $0 / $1 }), bar: bar,
          figures: "igata \(figure(median(own), .seconds)), C \(figure(median(plain), .seconds))")
      }
    }
  }
}

extension BenchmarkGroup {
  /// Rows saved together beside rows saved one by one, in one transaction too.
  private static func compareBulk(in session: Session) async throws -> Measurement {
    var (together, each): ([Double], [Double]) = ([], [])
    for _ in 0..<5 {
      let bulk = try await ServerProbe(side: .igata, operation: .insert).measure(in: session)
      let rows = try await ServerProbe(side: .igata, operation: .insertEach).measure(in: session)
      together.append(bulk.wall / Double(LedgerRows.count))
      each.append(rows.wall / Double(LedgerRows.saves))
    }
    let (own, plain) = (median(together), median(each))
    return Measurement(
      group: "postgresql", name: "save 100,000 at once against one by one, wall of a row", ratio: own / plain, bar: 0.1,
      figures: "at once \(figure(own, .seconds)), one by one \(figure(plain, .seconds))")
  }
}

/// What an operation took, in seconds.
struct ServerCost {
  /// Of the client alone.
  var processor: Double
  var wall: Double
}

/// What the runtime is measured at on a server. The raw values are the C program's names.
enum ServerOperation: String, CaseIterable, Sendable {
  case insert, load, find
  case findMany = "find-many"
  case update
  /// Of igata alone.
  case insertEach = "insert-each"
  /// Those of ``RuntimeOperation``, on 10,000 accounts.
  case project, group, related

  /// Those that are compared at it, and what the report says of them.
  var pairs: [(own: ServerProbe.Side, plain: ServerProbe.Side, remark: String)] {
    guard self == .findMany else { return [(.igata, .c, "")] }
    return [
      (.igata, .threads, ", beside 16 threads"), (.igata, .c, ", beside one thread"),
    ]
  }

  var sides: [ServerProbe.Side] { self == .findMany ? [.igata, .c, .threads] : [.igata, .c] }

  /// What is compared: its name, the most that it may be as a multiple of C's, and where it stands.
  var bars: [(String, Double, (ServerCost) -> Double)] {
    [("processor", 1.5, { $0.processor }), ("wall", household == nil ? 1.15 : 1.5, { $0.wall })]
  }

  /// The same operation on a household, with the rows that it has; `nil` for those on the ledger.
  var household: RuntimeOperation? {
    switch self {
    case .project: .project
    case .group: .group
    case .related: .related
    default: nil
    }
  }

  /// How many rounds count. A save takes the client a few milliseconds, a fifth more or less from round to round, so
  /// that its ratio repeats within 3 % only after many.
  var rounds: Int { self == .insert ? 60 : 11 }

  var title: String {
    switch self {
    case .insert: "save 100,000"
    case .load: "load 100,000"
    case .find: "find by key, 10,000 from one task"
    case .findMany: "find by key, 10,000 from 16 tasks"
    case .update: "update 10,000 in a transaction"
    case .insertEach: "save one by one in a transaction"
    case .project, .group, .related: household?.title ?? rawValue
    }
  }
}
