import Foundation
internal import IgataEvolution
@_spi(Backend) internal import IgataRuntime
internal import IgataSamples
internal import IgataTables

/// Makes the rows of a version from those of the version before, by what the schemas say: the second implementation,
/// which a script is compared with.
struct RowEvaluation {
  /// The values of expressions, by the rows' keys: a database evaluated them.
  typealias ExpressionValues = [RowExpression: [String: [[StoredValue]: StoredValue]]]

  private let derivation: RowDerivation
  private let rows: StoredRows
  private let old: CheckedVersion
  private let new: CheckedVersion
  private let expressions: ExpressionValues
  /// The greatest key that each table had.
  private let counters: [String: Int64]
  private var indexes: [RowLink: [[StoredValue]: [Int]]] = [:]
  private var ranks: [RankKey: [Int: Int]] = [:]
  /// The rows for which a value is missing, each with the row that lacks it.
  private var refused: [RefusedRows] = []
  /// The new column that is being filled.
  private var column = ""

  init(
    _ derivation: RowDerivation, _ rows: StoredRows, from old: CheckedVersion, to new: CheckedVersion,
    _ expressions: ExpressionValues, counters: [String: Int64]
  ) {
    self.derivation = derivation
    self.rows = rows
    self.old = old
    self.new = new
    self.expressions = expressions
    self.counters = counters
  }

  mutating func expectedRows() -> ExpectedRows {
    var result = ExpectedRows()
    for refusal in derivation.refusals {
      let locations = Set(rows[refusal.table].indices.filter { isRefused($0, refusal) }.map {
        RowLocation(table: refusal.table, index: $0)
      })
      if locations.isEmpty { continue }
      result.refused.append(RefusedRows(locations: locations, reason: refusal.condition.reason))
    }
    for table in derivation.tables {
      for origin in table.rows {
        for index in rows[origin.source].indices {
          let location = RowLocation(table: origin.source, index: index)
          guard passes(origin.test, location) else { continue }
          let cells = zip(origin.cells, table.table.columns).map { cell, column in
            self.column = column.name
            return self.cell(cell, location, for: location).stored(as: column.type)
          }
          result.rows[table.table.name, default: []].append(ExpectedRow(cells: cells, source: location))
        }
      }
    }
    result.refused += Self.merged(refused)
    // Rows that can't be made break no rules.
    if result.refused.isEmpty { result.refused = RuleViolations(result.rows, new).rows }
    return result
  }

  /// The rows that one condition refuses, together.
  private static func merged(_ refused: [RefusedRows]) -> [RefusedRows] {
    var result: [RefusedRows] = []
    var indexes: [String: Int] = [:]
    for item in refused {
      let table = item.locations.map(\.table).min() ?? ""
      if let index = indexes["\(table) \(item.reason)"] {
        result[index].locations.formUnion(item.locations)
      } else {
        indexes["\(table) \(item.reason)"] = result.count
        result.append(item)
      }
    }
    return result
  }

  private func row(_ location: RowLocation) -> [StoredValue] { rows[location.table][location.index] }

  // MARK: Cells

  /// The value of a cell in the row at a location.
  ///
  /// - Parameter source: The row that the new row is made of.
  private mutating func cell(_ cell: DerivedCell, _ location: RowLocation, for source: RowLocation) -> ExpectedCell {
    switch cell {
    case .constant(let literal): return .value(literal.map { StoredValue($0) } ?? .null)
    case .kept(let kept): return self.kept(kept, location, for: source)
    case .expression(let expression):
      let key = old.table(location.table).map { $0.key(of: row(location)) } ?? []
      let value = expressions[expression]?[location.table]?[key]
      return value.map { .value($0) } ?? .anything
    case .unknown: return .anything
    case .derivedUUID(let name, let parts):
      let values = parts.map { self.cell($0, location, for: source) }.compactMap(\.known)
      guard values.count == parts.count else { return .anything }
      return .value(.uuid(UUID.derived(from: values, for: name)))
    case .rank(let within, let by, let test, let counter):
      let key = RankKey(table: location.table, within: within, by: by, test: test)
      return .value(.integer(rank(location, key, counter)))
    case .linked(let link, let cell, let none):
      guard let target = targets(link, location).first else { return self.cell(none, location, for: source) }
      return self.cell(cell, RowLocation(table: link.table, index: target), for: source)
    case .firstNonNull(let first, let second):
      let value = self.cell(first, location, for: source)
      return value == .value(.null) ? self.cell(second, location, for: source) : value
    case .when(let test, let first, let second):
      return self.cell(passes(test, location) ? first : second, location, for: source)
    case .missing: return refuse(location, source)
    }
  }

  private mutating func refuse(_ location: RowLocation, _ source: RowLocation) -> ExpectedCell {
    refused.append(RefusedRows(locations: [location, source], reason: "has no value that fits '\(column)'"))
    return .anything
  }

  private mutating func kept(_ kept: KeptValue, _ location: RowLocation, for source: RowLocation) -> ExpectedCell {
    let value = row(location)[kept.column]
    if value == .null, kept.new.isNullable { return .value(.null) }
    if value != .null, let converted = kept.converted(value) { return .value(converted) }
    guard let replacement = kept.replacement else { return refuse(location, source) }
    return cell(replacement, location, for: source)
  }

  // MARK: Ranks

  private struct RankKey: Hashable {
    let table: String
    let within: [Int]
    let by: [Int]
    let test: RowTest
  }

  private mutating func rank(_ location: RowLocation, _ key: RankKey, _ counter: KeyCounter?) -> Int64 {
    if ranks[key] == nil {
      var ranked: [Int: Int] = [:]
      let locations = rows[key.table].indices.filter { passes(key.test, RowLocation(table: key.table, index: $0)) }
      let groups = Dictionary(grouping: locations) { index in key.within.map { rows[key.table][index][$0] } }
      for group in groups.values {
        let sorted = group.sorted { isBefore(rows[key.table][$0], rows[key.table][$1], key.by) }
        for (rank, index) in sorted.enumerated() { ranked[index] = rank }
      }
      ranks[key] = ranked
    }
    let rank = Int64(ranks[key]?[location.index] ?? 0)
    guard let counter else { return rank }
    let earlier = counter.earlier.reduce(0) { count, other in
      count + rows[other.source].indices.count { passes(other.test, RowLocation(table: other.source, index: $0)) }
    }
    return rank + Int64(earlier) + base(counter) + 1
  }

  /// The last key before those that are made.
  private func base(_ counter: KeyCounter) -> Int64 {
    guard let table = counter.table else { return 0 }
    guard let key = counter.key else { return Int64(rows[table].count) }
    let greatest = rows[table].compactMap { row -> Int64? in
      if case .integer(let number) = row[key] { number } else { nil }
    }.max() ?? 0
    return max(greatest, counters[table] ?? 0)
  }

  private func isBefore(_ left: [StoredValue], _ right: [StoredValue], _ columns: [Int]) -> Bool {
    for column in columns {
      switch left[column].compared(to: right[column]) {
      case .orderedAscending: return true
      case .orderedDescending: return false
      case .orderedSame: continue
      }
    }
    return false
  }

  // MARK: Links and tests

  /// The rows to which a link leads.
  private mutating func targets(_ link: RowLink, _ location: RowLocation) -> [Int] {
    if indexes[link] == nil {
      indexes[link] = Dictionary(
        grouping: rows[link.table].indices, by: { index in link.references.map { rows[link.table][index][$0] } })
    }
    let values = link.columns.map { row(location)[$0] }
    return values.contains(.null) ? [] : indexes[link]?[values] ?? []
  }

  private mutating func passes(_ test: RowTest, _ location: RowLocation) -> Bool {
    switch test {
    case .always: return true
    case .hasAny(let columns): return columns.contains { row(location)[$0] != .null }
    case .hasAll(let columns): return columns.allSatisfy { row(location)[$0] != .null }
    case .hasLinked(let link): return !targets(link, location).isEmpty
    case .not(let test): return !passes(test, location)
    case .both(let first, let second): return passes(first, location) && passes(second, location)
    }
  }

  private mutating func isRefused(_ index: Int, _ refusal: RowRefusal) -> Bool {
    let location = RowLocation(table: refusal.table, index: index)
    switch refusal.condition {
    case .test(let test): return passes(test, location)
    case .count(let links, let allowed):
      return !allowed.contains(links.reduce(0) { $0 + targets($1, location).count })
    case .differs(let within, let values):
      let link = RowLink(table: refusal.table, columns: within, references: within)
      let own = values.map { row(location)[$0] }
      return targets(link, location).contains { other in values.map { rows[refusal.table][other][$0] } != own }
    }
  }
}

extension RowRefusal.Condition {
  fileprivate var reason: String {
    switch self {
    case .test: "has values that nothing takes"
    case .count: "more rows, or fewer, refer to than can"
    case .differs: "has other values than another one with the same target"
    }
  }
}

extension ExpectedCell {
  /// The value of a UUID, or of its text, as a column has it.
  fileprivate func stored(as type: ColumnType) -> ExpectedCell {
    switch (self, type.storage) {
    case (.value(.text(let text)), .uuid): UUID(uuidString: text).map { .value(.uuid($0)) } ?? self
    case (.value(.uuid(let uuid)), .text): .value(.text(uuid.uuidString.lowercased()))
    default: self
    }
  }

  /// The value; `nil` if it isn't known.
  var known: StoredValue? { if case .value(let value) = self { value } else { nil } }
}
