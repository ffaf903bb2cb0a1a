@_spi(Backend) package import IgataSQL
package import IgataTables

/// What the rows of a SQLite table hold in one column: how many values are of each class.
package struct ColumnRows: Hashable, Sendable {
  /// No rows.
  package init() {}

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
  /// The least and the greatest length of a text, in characters.
  var lengths: ClosedRange<Int>?
  /// The least and the greatest whole number.
  var bounds: ClosedRange<Int64>?
  /// The forms that all values have, of those that ``candidates(declared:)`` returned.
  package var forms: [StoredForm] = []

  var values: Int { integers + reals + texts + blobs }

  /// Whether a `Double` holds each whole number.
  var areExactFractions: Bool {
    bounds.map { max($0.lowerBound.magnitude, $0.upperBound.magnitude) <= 1 << 53 } ?? true
  }

  /// The type that holds the numbers of a column for fractions as they are stored.
  var rawFraction: String { reals > 0 || areExactFractions ? "Double" : "Int" }

  /// `41 of 41 rows`.
  var note: String { (values == rows ? "" : "\(values) of ") + (rows == 1 ? "1 row" : "\(rows) rows") }
}

extension ColumnRows {
  /// How many rows of a table are looked at: all of them if there are no more, else about as many, spread over the
  /// table.
  static let limit = 10_000

  /// The query that counts the values of some columns, which returns one row; ``read(_:)`` reads it.
  package static func query(
    _ columns: [String], of table: String, isWithoutRowID: Bool, _ dialect: any CatalogDialect
  ) -> String {
    var counts = ["count(*)"]
    for index in columns.indices {
      let name = "c\(index)"
      counts += ["integer", "real", "text", "blob"].map { "sum(typeof(\(name)) = '\($0)')" }
      counts += [
        "sum(typeof(\(name)) = 'integer' AND \(name) IN (0, 1))",
        "sum(CASE WHEN typeof(\(name)) = 'text' AND substr(ltrim(\(name)), 1, 1) IN ('{', '[') "
          + "THEN json_valid(\(name)) ELSE 0 END)",
        "sum(typeof(\(name)) = 'blob' AND length(\(name)) = 16)",
        "min(CASE typeof(\(name)) WHEN 'text' THEN length(\(name)) END)",
        "max(CASE typeof(\(name)) WHEN 'text' THEN length(\(name)) END)",
        "min(CASE typeof(\(name)) WHEN 'integer' THEN \(name) END)",
        "max(CASE typeof(\(name)) WHEN 'integer' THEN \(name) END)",
      ]
    }
    let names = columns.enumerated().map { "t.\(dialect.identifier($1)) AS c\($0)" }.joined(separator: ", ")
    return "SELECT \(counts.joined(separator: ", ")) FROM (\(sample(names, table, isWithoutRowID, dialect)))"
  }

  static func sample(
    _ columns: String, _ table: String, _ isWithoutRowID: Bool, _ dialect: any CatalogDialect
  ) -> String {
    let name = dialect.identifier(table)
    if isWithoutRowID { return "SELECT \(columns) FROM \(name) AS t LIMIT \(limit)" }
    // The first and the last rows, and those that follow the points of an even division of their numbers.
    return """
      WITH RECURSIVE bounds(igata_low, igata_high, igata_count) AS (
        SELECT min(rowid), max(rowid), (SELECT count(*) FROM (SELECT 1 FROM \(name) LIMIT \(limit + 1))) FROM \(name)),
      point(igata_number) AS (
        SELECT 0 UNION ALL SELECT igata_number + 1 FROM point WHERE igata_number < \(limit / 2)),
      found(igata_id) AS (
        SELECT DISTINCT (SELECT min(x.rowid) FROM \(name) AS x
          WHERE x.rowid >= igata_low
            + CAST((igata_high * 1.0 - igata_low) * igata_number / \(limit / 2) AS INTEGER))
        FROM bounds, point WHERE igata_count > \(limit)
        UNION SELECT rowid FROM (SELECT rowid FROM \(name) ORDER BY rowid LIMIT \(limit / 4))
        UNION SELECT rowid FROM (SELECT rowid FROM \(name) ORDER BY rowid DESC LIMIT \(limit / 4)))
      SELECT \(columns) FROM \(name) AS t, bounds
      WHERE igata_count <= \(limit) OR t.rowid IN (SELECT igata_id FROM found)
      """
  }

  /// The counts of each column, in the order of the query.
  package static func read(_ row: [String?]) -> [ColumnRows] {
    let numbers = row.map { $0.flatMap { Int($0) } ?? 0 }
    guard let count = numbers.first else { return [] }
    return stride(from: 1, to: numbers.count - 10, by: 11).map { start in
      var column = ColumnRows()
      column.rows = count
      (column.integers, column.reals, column.texts) = (numbers[start], numbers[start + 1], numbers[start + 2])
      (column.blobs, column.flags, column.documents) = (numbers[start + 3], numbers[start + 4], numbers[start + 5])
      column.blobs16 = numbers[start + 6]
      if column.texts > 0 { column.lengths = numbers[start + 7]...max(numbers[start + 7], numbers[start + 8]) }
      if column.integers > 0 {
        column.bounds = Int64(numbers[start + 9])...Int64(max(numbers[start + 9], numbers[start + 10]))
      }
      return column
    }
  }
}
