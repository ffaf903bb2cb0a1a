@_spi(Backend) internal import IgataRuntime
internal import IgataTool

/// The reason why a command failed.
package struct DatabaseFault: Error, Hashable {
  /// The cause of the failure, which determines the exit status.
  package enum Side: Hashable, Sendable {
    /// The database that the rows are copied from.
    case source
    /// The database that the rows are copied to.
    case target
    /// The two databases differ.
    case both
    /// The only database of a command.
    case database
    /// The command line.
    case request

    /// The word for the database in the usage line of the command.
    var label: String {
      switch self {
      case .source: "FROM"
      case .target: "TO"
      case .both, .database, .request: "DATABASE"
      }
    }
  }

  package let side: Side
  package let message: String
  /// How to fix it.
  package let help: String
  /// The exit status of the process.
  let status: ExitStatus

  init(_ side: Side, _ message: String, help: String, status: ExitStatus? = nil) {
    self.side = side
    self.message = message
    self.help = help
    self.status = status ?? side.status
  }
}

extension DatabaseFault.Side {
  fileprivate var status: ExitStatus {
    switch self {
    case .both: .negative
    case .source, .database: .unreadableInput
    case .target: .unwritableOutput
    case .request: .usage
    }
  }
}

extension DatabaseFault {
  /// A fault for a store's error.
  ///
  /// - Parameter subject: What the error is about, such as a table.
  init(_ error: StoreError, _ side: Side, _ subject: String) {
    self.init(
      side, "\(side.label): \(subject): \(Self.message(error))", help: Self.help(error, side),
      status: side == .database ? Self.status(of: error) : nil)
  }

  /// The exit status of a command with one database.
  static func status(of error: StoreError) -> ExitStatus {
    switch error {
    case .locked: .locked
    case .unreachable: .unavailable
    case .full, .readOnly: .unwritableOutput
    case .corrupted, .backend: .unreadableInput
    default: .negative
    }
  }

  private static func message(_ error: StoreError) -> String {
    switch error {
    case .duplicateKey(let model, let constraint, let fields):
      "a row of '\(model)' already exists (\(constraint): \(fields.joined(separator: ", ")))"
    case .foreignKey(let model, let field): "'\(model).\(field)' refers to a row that does not exist"
    case .inUse(let model, let referrer, let field, _): "a row of '\(model)' is in use by '\(referrer).\(field)'"
    case .checkFailed(let model, let field, let rule): "a value of '\(model).\(field)' breaks \(rule)"
    case .unstorable(let model, let field, let reason):
      "a value of '\(field.isEmpty ? model : "\(model).\(field)")' can't be stored: \(reason)"
    case .schemaMismatch(let differences): differences.map(SchemaDifferenceText.line).joined(separator: "; ")
    case .unreachable(let reason), .locked(let reason), .conflict(let reason), .accessDenied(let reason),
      .full(let reason), .readOnly(let reason), .misuse(let reason):
      reason
    case .corrupted("", _, _, let problem): problem
    case .corrupted(let model, let row, let column, let problem):
      "'\(model)'\(row.map { ", row \($0)" } ?? "")\(column.map { ", column '\($0)'" } ?? ""): \(problem)"
    case .backend(_, let message): message
    default: "\(error)"
    }
  }

  private static func help(_ error: StoreError, _ side: Side) -> String {
    switch (error, side) {
    case (.corrupted, .database): "use the path of a SQLite database"
    case (_, .database): "fix that and run the same command again"
    case (.schemaMismatch(let differences), _):
      differences.sql.map { "run: \($0)" } ?? differences.map(\.help).joined(separator: "; ")
    case (.corrupted, _), (.backend, .source):
      "the database does not match the schema; repair it, or use the schema that it was created with"
    case (.foreignKey, _): "fix the row in FROM, or add the one that it refers to"
    case (.checkFailed, _), (.unstorable, _): "change the value in FROM, or the rule in the schema"
    case (.duplicateKey, _): "something else wrote to TO meanwhile, or FROM has rows that are equal in TO"
    case (.unreachable, _), (.locked, _), (.conflict, _), (.full, _): "fix that and start the copy again: it continues"
    default: "fix that and start the copy again"
    }
  }
}
