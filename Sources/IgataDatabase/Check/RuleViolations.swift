import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataSamples
internal import IgataTables

/// The rows that break the rules of a version's tables.
struct RuleViolations {
  /// One for each rule, with the old rows that the new ones are made of.
  private(set) var rows: [RefusedRows] = []

  init(_ expected: [String: [ExpectedRow]], _ version: CheckedVersion) {
    var identifiers = RowIdentifiers(version.tables)
    for table in version.tables {
      for row in expected[table.name] ?? [] { identifiers.add(row.values, of: table) }
    }
    let required = version.requiredColumns
    for table in version.tables {
      let rows = expected[table.name] ?? []
      add(rows.filter { !table.fits($0.cells) }, table, "breaks the rules of its columns")
      let members = Self.members(of: table, required)
      add(rows.filter { row in members.contains { row.isNull($0.column) && !row.isNull($0.presence) } }, table,
        "has a struct without a value that the struct needs")
      for unique in [Unique(table.primaryKey)] + table.uniques.compactMap({ Unique($0) }) {
        let names = table.table.names(unique.columns).joined(separator: ", ")
        add(Self.repeated(rows, unique), table, "has the (\(names)) of another one")
      }
      add(rows.filter { row in
        table.references(of: row.values).contains { !identifiers.contains($0) }
      }, table, "refers to a row that doesn't exist")
    }
  }

  /// The columns that need a value where an optional struct is there, each with the one that says so.
  private static func members(
    of table: TableDescription, _ required: Set<ColumnLocation>
  ) -> [(column: Int, presence: Int)] {
    table.columns.indices.filter { required.contains(ColumnLocation(table: table.name, column: $0)) }.compactMap {
      column in
      let structure = table.structs.last {
        $0.presenceColumn != nil && ($0.column..<$0.column + $0.columnCount).contains(column)
      }
      return structure?.presenceColumn.map { (column, $0) }
    }
  }

  private mutating func add(_ broken: [ExpectedRow], _ table: TableDescription, _ reason: String) {
    if broken.isEmpty { return }
    rows.append(RefusedRows(locations: Set(broken.map(\.source)), reason: reason, table: table.name))
  }

  /// The rows that have the same values as one before.
  private static func repeated(_ rows: [ExpectedRow], _ unique: Unique) -> [ExpectedRow] {
    var seen: Set<[StoredValue]> = []
    return rows.filter { row in
      guard let values = unique.values(row), !values.contains(.null) else { return false }
      return !seen.insert(values).inserted
    }
  }
}

/// A key, or a unique constraint.
private struct Unique {
  private let index: IndexDescription
  var columns: [Int] { index.columns }

  init(_ columns: [Int]) { index = IndexDescription("", columns) }

  /// `nil` if the condition is one that only a database evaluates.
  init?(_ index: IndexDescription) {
    if case .sql? = index.condition { return nil }
    self.index = index
  }

  /// The values of a row; `nil` if they are unknown, or if the index doesn't have the row.
  func values(_ row: ExpectedRow) -> [StoredValue]? {
    guard index.columns.allSatisfy({ row.cells[$0] != .anything }) else { return nil }
    if case .checked(let condition)? = index.condition, !condition.holds(for: row.values) { return nil }
    return index.values(of: row.values)
  }
}

extension ExpectedRow {
  fileprivate func isNull(_ column: Int) -> Bool { cells[column] == .value(.null) }

  /// The values, with nulls for those that are unknown.
  fileprivate var values: [StoredValue] { cells.map { $0.known ?? .null } }
}

extension TableDescription {
  /// Whether a row satisfies the rules of each column, and the checks.
  fileprivate func fits(_ cells: [ExpectedCell]) -> Bool {
    for (column, cell) in zip(columns, cells) {
      guard let value = cell.known else { continue }
      if value == .null ? !column.isNullable : !column.accepts(value) { return false }
    }
    let row = cells.map { $0.known ?? .null }
    return checks.allSatisfy { check in
      check.condition.columns.contains { cells[$0] == .anything } || check.condition.holds(for: row)
    }
  }
}
