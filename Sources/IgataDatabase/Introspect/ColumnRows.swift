@_spi(Backend) internal import IgataSQL

/// What the rows of a SQLite table hold in one column: how many values are of each class.
struct ColumnRows: Hashable, Sendable {
  var rows = 0
  var integers = 0
  var reals = 0
  var texts = 0
  var blobs = 0
  /// The integers that are 0 or 1.
  var flags = 0
  /// The texts that are JSON objects or arrays.
  var documents = 0
  /// The blobs of 16 bytes.
  var blobs16 = 0

  var values: Int { integers + reals + texts + blobs }

  /// `41 of 41 rows`.
  var note: String { values == rows ? "\(rows) rows" : "\(values) of \(rows) rows" }
}

extension ColumnRows {
  /// How many rows of a table are looked at: all of them if there are no more, else as many, spread over the table.
  static let limit = 10_000

  /// The query that counts the values of some columns, which returns one row; ``init(_:)`` reads it.
  static func query(_ columns: [String], of table: String, isWithoutRowID: Bool, _ dialect: any CatalogDialect) -> String {
    var counts = ["count(*)"]
    for index in columns.indices {
      let name = "c\(index)"
      counts += ["integer", "real", "text", "blob"].map { "sum(typeof(\(name)) = '\($0)')" }
      counts += [
        "sum(typeof(\(name)) = 'integer' AND \(name) IN (0, 1))",
        "sum(CASE WHEN typeof(\(name)) = 'text' AND substr(ltrim(\(name)), 1, 1) IN ('{', '[') "
          + "THEN json_valid(\(name)) ELSE 0 END)",
        "sum(typeof(\(name)) = 'blob' AND length(\(name)) = 16)",
      ]
    }
    let names = columns.enumerated().map { "t.\(dialect.identifier($1)) AS c\($0)" }.joined(separator: ", ")
    return "SELECT \(counts.joined(separator: ", ")) FROM (\(sample(names, table, isWithoutRowID, dialect)))"
  }

  private static func sample(
    _ columns: String, _ table: String, _ isWithoutRowID: Bool, _ dialect: any CatalogDialect
  ) -> String {
    let name = dialect.identifier(table)
    if isWithoutRowID { return "SELECT \(columns) FROM \(name) AS t LIMIT \(limit)" }
    // Each point of an even division of the numbers of the rows finds the row that follows it.
    return """
      WITH RECURSIVE bounds(low, high, count) AS (
        SELECT min(rowid), max(rowid), (SELECT count(*) FROM (SELECT 1 FROM \(name) LIMIT \(limit + 1))) FROM \(name)),
      point(number) AS (SELECT 0 UNION ALL SELECT number + 1 FROM point WHERE number < \(limit - 1)),
      found(id) AS (
        SELECT DISTINCT (SELECT min(x.rowid) FROM \(name) AS x
          WHERE x.rowid >= low + CAST((high * 1.0 - low) * number / \(limit) AS INTEGER))
        FROM bounds, point WHERE count > \(limit))
      SELECT \(columns) FROM \(name) AS t, bounds WHERE count <= \(limit) OR t.rowid IN (SELECT id FROM found)
      """
  }

  /// The counts of each column, in the order of the query.
  static func read(_ row: [String?]) -> [ColumnRows] {
    let numbers = row.map { $0.flatMap { Int($0) } ?? 0 }
    guard let count = numbers.first else { return [] }
    return stride(from: 1, to: numbers.count - 6, by: 7).map { start in
      ColumnRows(
        rows: count, integers: numbers[start], reals: numbers[start + 1], texts: numbers[start + 2],
        blobs: numbers[start + 3], flags: numbers[start + 4], documents: numbers[start + 5],
        blobs16: numbers[start + 6])
    }
  }
}
