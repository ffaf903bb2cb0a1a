import IgataRuntime
import TestSupport

extension Question {
  typealias AnyTerm = any TermOf<Model.Columns, Model>
  typealias Groups = Parts<GroupColumns<Model>, [Model]>
  typealias GroupTerm = any TermOf<GroupColumns<Model>, [Model]>

  static func models(_ key: @escaping @Sendable (Model) -> Plain, pageSize: Int?) -> Question {
    guard let pageSize else {
      return Question(text: "fetch", answer: { $0.map { [key($0)] } }) { store, query in
        try await store.fetch(query).map { [key($0)] }
      }
    }
    return Question(text: "page(size: \(pageSize))", answer: { $0.map { [key($0)] } }) { store, query in
      var (found, cursor): ([[Plain]], PageCursor?) = ([], nil)
      while true {
        let page = try await store.page(query, size: pageSize, after: cursor)
        found += page.items.map { [key($0)] }
        if !page.hasMore { return found }
        // A page that is not the last one is full.
        if page.items.count != pageSize { return found + [[.text("a page of \(page.items.count)")]] }
        cursor = page.cursor
      }
    }
  }

  static func values(_ terms: [AnyTerm]) -> Question {
    let text = "select { (\(terms.map(\.text).joined(separator: ", "))) }"
    return Question(text: text) { rows in
      try rows.map { row in try terms.map { try $0.read(row) } }
    } ask: {
      try await $0.values($1, terms)
    } smaller: {
      terms.count > 1 ? terms.map { values([$0]) } : []
    }
  }

  static func distinct<A: TermOf<Model.Columns, Model>, B: TermOf<Model.Columns, Model>>(_ a: A, _ b: B?) -> Question {
    let text = "distinct { (\(a.text)\(b.map { ", " + $0.text } ?? "")) }"
    return Question(text: text) { rows in
      let found = Set(try rows.map { row in [try a.read(row)] + (try b.map { [try $0.read(row)] } ?? []) })
      return found.sorted { left, right in
        let difference = zip(left, right).first { $0 != $1 }
        return difference.map { $0.isLess(than: $1) } ?? false
      }
    } ask: { store, query in
      guard let b else { return try await store.distinct(query) { a.column($0) }.map { [Plain($0)] } }
      let found = try await store.distinct(query) { (a.column($0), b.column($0)) }
      return found.map { [Plain($0.0), Plain($0.1)] }
    }
  }

  static var count: Question {
    Question(text: "count, exists", answer: { [[.integer($0.count), .bool(!$0.isEmpty)]] }) { store, query in
      [[.integer(try await store.count(query)), .bool(try await store.exists(query))]]
    }
  }

  /// The values of groups.
  static func groups(_ keys: [AnyTerm], _ groups: Groups, _ aggregates: [GroupTerm]) -> Question {
    keys.count == 1
      ? grouped(keys[0], groups, aggregates) : grouped(keys[0], keys[1], groups, aggregates)
  }

  private static func grouped<A: TermOf<Model.Columns, Model>>(
    _ key: A, _ groups: Groups, _ aggregates: [GroupTerm]
  ) -> Question {
    let terms = [inGroup(key)] + aggregates
    let text = "grouped { \(key.text) }" + text(groups, terms)
    return Question(text: text) { rows in
      try values(rows, [key], groups, terms)
    } ask: { store, query in
      try await store.values(groups.applied(to: query.grouped { key.column($0) }), terms)
    } smaller: {
      groups.smaller.map { grouped(key, $0, aggregates) }
        + (aggregates.count > 1 ? aggregates.map { grouped(key, groups, [$0]) } : [])
    }
  }

  private static func grouped<A: TermOf<Model.Columns, Model>, B: TermOf<Model.Columns, Model>>(
    _ a: A, _ b: B, _ groups: Groups, _ aggregates: [GroupTerm]
  ) -> Question {
    let terms = [inGroup(a), inGroup(b)] + aggregates.prefix(1)
    let text = "grouped { (\(a.text), \(b.text)) }" + text(groups, terms)
    return Question(text: text) { rows in
      try values(rows, [a, b], groups, terms)
    } ask: { store, query in
      try await store.values(groups.applied(to: query.grouped { (a.column($0), b.column($0)) }), terms)
    } smaller: {
      groups.smaller.map { grouped(a, b, $0, aggregates) }
    }
  }

  private static func text(_ groups: Groups, _ terms: [GroupTerm]) -> String {
    groups.text("having") + " select { (\(terms.map(\.text).joined(separator: ", "))) }"
  }

  private static func values(
    _ rows: [Model], _ keys: [AnyTerm], _ groups: Groups, _ terms: [GroupTerm]
  ) throws -> [[Plain]] {
    let all = try Dictionary(grouping: rows) { row in try keys.map { try $0.plain(row) } }
    let selected = try groups.selected(Array(all.values)) { group in try keys.map { try $0.plain(group[0]) } }
    let found = try selected.map { group in try terms.map { try $0.read(group) } }
    // Whether a store computes what groups have that it doesn't return is open.
    let computed = terms + groups.orders.map(\.term)
    for group in all.values { for term in computed where (try? term.plain(group)) == nil { throw OracleStop.unknown } }
    return found
  }

  /// The key of a group.
  static func inGroup(_ key: some TermOf<Model.Columns, Model>) -> GroupTerm {
    func term<Key: TermOf<Model.Columns, Model>>(_ key: Key) -> GroupTerm {
      Term<GroupColumns<Model>, [Model], Key.Value>(key.text, key.samples) {
        key.column($0[dynamicMember: \.self])
      } plain: {
        try key.plain($0[0])
      }
    }
    return term(key)
  }
}

/// What is computed from the values of many rows.
enum Aggregation: String, CaseIterable, Sendable {
  case count, sum, min, max, average

  func of<Row>(_ rows: [Row], _ arithmetic: Arithmetic?, _ plain: (Row) throws -> Plain) throws -> Plain {
    if self == .count { return .integer(rows.count) }
    let values = try rows.map(plain).filter { $0 != .null }
    switch self {
    case .count: return .integer(rows.count)
    case .min: return values.min { $0.isLess(than: $1) } ?? .null
    case .max: return values.max { $0.isLess(than: $1) } ?? .null
    case .sum: return try arithmetic?.sum(values) ?? .null
    case .average: return try arithmetic?.average(values) ?? .null
    }
  }
}

/// What a type of numbers is added up to, for comparisons.
struct Totals<Value: QueryNumber>: Sendable {
  var sums: [Value.QuerySum]
  var averages: [Value.QueryAverage]
  var averageArithmetic: Arithmetic
}

extension Term where Value: QueryNumber, Row: PersistableModel, Columns == Row.Columns {
  /// An aggregate of a group.
  func inGroup(
    _ aggregation: Aggregation, _ totals: Totals<Value>
  ) -> any TermOf<GroupColumns<Row>, [Row]> {
    let (column, plain, arithmetic) = (column, plain, arithmetic)
    let text = "\(aggregation) { \(text) }"
    @Sendable func value(_ rows: [Row]) throws -> Plain { try aggregation.of(rows, arithmetic, plain) }
    switch aggregation {
    case .count: return Term<_, _, Int>("count", [0, 1, 2, 5], as: .integers(scale: 0), { $0.count }, plain: value)
    case .sum: return Term<_, _, Value.QuerySum>(text, totals.sums, as: arithmetic, { $0.sum(column) }, plain: value)
    case .min: return Term<_, _, Value?>(text, samples, as: arithmetic, { $0.min(column) }, plain: value)
    case .max: return Term<_, _, Value?>(text, samples, as: arithmetic, { $0.max(column) }, plain: value)
    case .average:
      let (averages, kind) = (totals.averages.map { Optional($0) }, totals.averageArithmetic)
      return Term<_, _, Value.QueryAverage?>(text, averages, as: kind, { $0.average(column) }, plain: value)
    }
  }

  /// An aggregate of related rows.
  func related<OwnerColumns, Owner: Sendable>(
    _ name: String, _ aggregation: Aggregation, _ totals: Totals<Value>, where test: Test<Columns, Row>?,
    _ relation: @escaping @Sendable (OwnerColumns) -> RelatedColumns<Row>,
    _ rows: @escaping @Sendable (Owner) -> [Row]
  ) -> any TermOf<OwnerColumns, Owner> {
    let (column, plain, arithmetic) = (column, plain, arithmetic)
    let condition: @Sendable (Columns) -> Condition = { test?.condition($0) ?? .always }
    let text = "\(name).\(aggregation) { \(text) } where: { \(test?.text ?? "true") }"
    @Sendable func value(_ owner: Owner) throws -> Plain {
      let found = try rows(owner).filter { row in
        // Whether a store evaluates all of a condition is open.
        do { return try test?.holds(row) ?? true } catch { throw OracleStop.unknown }
      }
      return try aggregation.of(found, arithmetic, plain)
    }
    switch aggregation {
    case .count:
      return Term<OwnerColumns, Owner, Int>(text, [0, 1, 2, 5], as: .integers(scale: 0), {
        test == nil ? relation($0).count : relation($0).count(where: condition)
      }, plain: value)
    case .sum:
      return Term<OwnerColumns, Owner, Value.QuerySum>(text, totals.sums, as: arithmetic, {
        test == nil ? relation($0).sum(column) : relation($0).sum(column, where: condition)
      }, plain: value)
    case .min:
      return Term<OwnerColumns, Owner, Value?>(text, samples, as: arithmetic, {
        relation($0).min(column, where: condition)
      }, plain: value)
    case .max:
      return Term<OwnerColumns, Owner, Value?>(text, samples, as: arithmetic, {
        test == nil ? relation($0).max(column) : relation($0).max(column, where: condition)
      }, plain: value)
    case .average:
      let (averages, kind) = (totals.averages.map { Optional($0) }, totals.averageArithmetic)
      return Term<OwnerColumns, Owner, Value.QueryAverage?>(text, averages, as: kind, {
        test == nil ? relation($0).average(column) : relation($0).average(column, where: condition)
      }, plain: value)
    }
  }

  /// Aggregates of all rows that a query selects.
  func aggregates() -> Question<Row> {
    let (column, plain, arithmetic) = (column, plain, arithmetic)
    return Question<Row>(text: "sum, average, min, max { \(text) }") { rows in
      let kinds: [Aggregation] = [.sum, .average, .min, .max]
      return [try kinds.map { try $0.of(rows, arithmetic, plain) }]
    } ask: { store, query in
      [[
        Plain(try await store.sum(query, column)), Plain(try await store.average(query, column)),
        Plain(try await store.min(query, column)), Plain(try await store.max(query, column)),
      ]]
    }
  }

  /// Aggregates of each group.
  func aggregates<Key: TermOf<Columns, Row>>(
    by key: Key, _ aggregation: Aggregation
  ) -> Question<Row> {
    let (column, plain, arithmetic) = (column, plain, arithmetic)
    return Question<Row>(text: "\(aggregation)(grouped { \(key.text) }) { \(text) }") { rows in
      let groups = try Dictionary(grouping: rows) { try key.plain($0) }.sorted { $0.key.isLess(than: $1.key) }
      return try groups.map { [try key.read($0.value[0]), try aggregation.of($0.value, arithmetic, plain)] }
    } ask: { store, query in
      let groups = query.grouped { key.column($0) }
      return switch aggregation {
      case .count: try await store.count(groups).map { [Plain($0.key), Plain($0.value)] }
      case .sum: try await store.sum(groups, column).map { [Plain($0.key), Plain($0.value)] }
      case .min: try await store.min(groups, column).map { [Plain($0.key), Plain($0.value)] }
      case .max: try await store.max(groups, column).map { [Plain($0.key), Plain($0.value)] }
      case .average: try await store.average(groups, column).map { [Plain($0.key), Plain($0.value)] }
      }
    }
  }
}
