@_spi(Backend) package import IgataRuntime

/// What differs between the engines that queries are translated for.
package enum QueryDialect: Sendable {
  case sqlite
  case postgresql

  /// What stands before the number of a parameter.
  var parameterMark: String {
    switch self {
    case .sqlite: "?"
    case .postgresql: "$"
    }
  }

  /// A condition that always holds, or never.
  func literal(_ isTrue: Bool) -> String {
    switch self {
    case .sqlite: isTrue ? "1" : "0"
    case .postgresql: isTrue ? "true" : "false"
    }
  }

  /// Whether two values are equal, where null is equal to null.
  var isSame: String {
    switch self {
    case .sqlite: " IS "
    case .postgresql: " IS NOT DISTINCT FROM "
    }
  }

  /// The opposite of ``isSame``.
  var isOther: String {
    switch self {
    case .sqlite: " IS NOT "
    case .postgresql: " IS DISTINCT FROM "
    }
  }

  /// The name as the engine keeps it, as a SQL identifier.
  package func quoted(_ name: String) -> String {
    switch self {
    case .sqlite: name.quotedName
    case .postgresql: name.serverName.quotedName
    }
  }

  /// The names as SQL identifiers with commas between.
  package func quoted(_ names: some Sequence<String>) -> String {
    names.map(quoted).joined(separator: ", ")
  }

  /// What sorts null first, or last where the order is descending. SQLite does so by itself; PostgreSQL does the
  /// opposite, and its indexes serve only an order that says nothing where there is no null.
  func nullOrder(isNullable: Bool, isDescending: Bool) -> String {
    switch self {
    case .postgresql where isNullable: isDescending ? " NULLS LAST" : " NULLS FIRST"
    case .sqlite, .postgresql: ""
    }
  }

  /// How values of a type are put in order, where the engine would do it otherwise: decimals by value in SQLite, which
  /// keeps them as text; text by code point in PostgreSQL.
  package func collation(of type: ColumnType) -> String? {
    switch (self, type) {
    case (.sqlite, .decimal): " COLLATE \(SQLiteFunction.decimalCollation)"
    case (.postgresql, .string), (.postgresql, .url), (.postgresql, .stringEnum): " COLLATE \"C\""
    default: nil
    }
  }

  /// How the engine is called in messages.
  var name: String {
    switch self {
    case .sqlite: "SQLite"
    case .postgresql: "PostgreSQL"
    }
  }
}
