@_spi(Backend) internal import IgataRuntime
internal import IgataSamples
internal import IgataTables

/// A value that a row is to have.
enum ExpectedCell: Hashable {
  case value(StoredValue)
  /// A value that is made when the version runs.
  case anything
}

/// A row that a version is to make.
struct ExpectedRow: Hashable {
  var cells: [ExpectedCell]
  /// The old row that it is made of.
  let source: RowLocation
}

/// The rows that a version is to make, and the old rows for which it is to stop.
struct ExpectedRows {
  /// By the names of the new tables.
  var rows: [String: [ExpectedRow]] = [:]
  var refused: [RefusedRows] = []
}

/// Old rows for which a version stops, for one reason.
struct RefusedRows: Hashable {
  /// The rows, any of which the message can name.
  var locations: Set<RowLocation>
  /// What is wrong with them, after "which".
  let reason: String
  /// What the message has if it names no row: the name of the new table that can't have the rows.
  var table: String?
}

/// A row, by its table and its location among the rows of that.
struct RowLocation: Hashable {
  let table: String
  let index: Int
}
