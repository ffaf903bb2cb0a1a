@_spi(Backend) internal import IgataRuntime
internal import IgataSamples
internal import IgataTables

/// Compares the rows that a version has made with those that it was to make.
struct RowComparison {
  let version: CheckedVersion
  /// How many values were compared.
  private(set) var cells = 0

  mutating func compare(_ found: StoredRows, with expected: [String: [ExpectedRow]]) throws(CheckDifference) {
    for table in version.tables { try compare(found[table.name], expected[table.name] ?? [], table) }
  }

  private mutating func compare(
    _ found: [[StoredValue]], _ expected: [ExpectedRow], _ table: TableDescription
  ) throws(CheckDifference) {
    guard found.count == expected.count else {
      throw difference(table, "has \(found.count) rows, expected \(expected.count)" + example(found, expected, table))
    }
    var byKey: [[StoredValue]: [StoredValue]] = [:]
    for row in found { byKey[table.key(of: row)] = row }
    guard byKey.count == found.count else { throw difference(table, "has two rows with one key") }
    for row in expected {
      let key = table.primaryKey.compactMap { row.cells[$0].known }
      // Nothing tells which row is which.
      guard key.count == table.primaryKey.count else { continue }
      guard let other = byKey[key] else {
        let text = table.keyText(of: row.cells.map { $0.known ?? .null })
        throw difference(table, "there is no row \(text)")
      }
      for (column, cell) in row.cells.enumerated() {
        cells += 1
        if case .value(let value) = cell, !table.columns[column].isSame(other[column], value) {
          throw CheckDifference(version, table, other, column, found: other[column], expected: value)
        }
        // A value that is made fits at least the column.
        let (value, description) = (other[column], table.columns[column])
        guard value == .null ? description.isNullable : description.accepts(value) else {
          throw difference(table, "row \(table.keyText(of: other)): '\(description.name)' breaks a rule")
        }
      }
    }
  }

  private func difference(_ table: TableDescription, _ message: String) -> CheckDifference {
    CheckDifference(version, "table '\(table.name)': \(message)")
  }

  /// A row that only one side has.
  private func example(
    _ found: [[StoredValue]], _ expected: [ExpectedRow], _ table: TableDescription
  ) -> String {
    let wanted = expected.map { row in table.primaryKey.map { row.cells[$0].known ?? .null } }
    let (left, right) = (Set(found.map { table.key(of: $0) }), Set(wanted))
    func text(_ key: [StoredValue]) -> String {
      zip(table.primaryKey, key).map { table.columns[$0].isSensitive ? "…" : $1.text }.joined(separator: ", ")
    }
    if let key = found.map({ table.key(of: $0) }).first(where: { !right.contains($0) }) {
      return ": row \(text(key)) should not be there"
    }
    return wanted.first { !left.contains($0) }.map { ": row \(text($0)) is missing" } ?? ""
  }
}

extension ColumnDescription {
  /// Whether a value is the expected one, as the type has it: a program reads no number that isn't a `Float` from a
  /// column of that type.
  fileprivate func isSame(_ found: StoredValue, _ expected: StoredValue) -> Bool {
    guard case (.scalar(.float), .real(let number)) = (type, expected) else { return found == expected }
    return found == expected || found == .real(Double(Float(number)))
  }
}
