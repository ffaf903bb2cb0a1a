@_spi(Backend) internal import IgataRuntime

/// Why a copy ended before all was done.
package struct CopyFault: Error, Hashable {
  /// Which side is at fault, for the exit status.
  package enum Side: Hashable, Sendable {
    /// Where the rows are.
    case source
    /// Where they are to be.
    case target
    /// The two differ.
    case both
    /// What was asked for.
    case request
  }

  package let side: Side
  package let message: String
  /// What fixes it.
  package let help: String

  init(_ side: Side, _ message: String, help: String) {
    self.side = side
    self.message = message
    self.help = help
  }

  /// The exit status of the process, as `igata help` lists them.
  var status: Int32 {
    switch side {
    case .both: 1
    case .source: 66
    case .target: 73
    case .request: 64
    }
  }
}

extension CopyFault {
  /// A store's error, said of the side and the table where it arose.
  init(_ error: StoreError, _ side: Side, _ what: String) {
    let place = side == .source ? "FROM" : "TO"
    self.init(side, "\(place): \(what): \(Self.words(error))", help: Self.help(error, side))
  }

  private static func words(_ error: StoreError) -> String {
    switch error {
    case .duplicateKey(let model, let constraint, let fields):
      "a row of '\(model)' is there already (\(constraint): \(fields.joined(separator: ", ")))"
    case .foreignKey(let model, let field): "'\(model).\(field)' refers to a row that is not there"
    case .inUse(let model, let referrer, let field): "a row of '\(model)' is in use by '\(referrer).\(field)'"
    case .checkFailed(let model, let field, let rule): "a value of '\(model).\(field)' breaks \(rule)"
    case .unstorable(let model, let field, let reason): "a value of '\(model).\(field)' can't be kept: \(reason)"
    case .schemaMismatch(let differences): differences.map(words).joined(separator: "; ")
    case .unreachable(let reason), .locked(let reason), .conflict(let reason), .accessDenied(let reason),
      .full(let reason), .readOnly(let reason), .misuse(let reason):
      reason
    case .corrupted(let model, let row, let column, let problem):
      "'\(model)'\(row.map { ", row \($0)" } ?? "")\(column.map { ", column '\($0)'" } ?? ""): \(problem)"
    case .backend(_, let message): message
    default: "\(error)"
    }
  }

  private static func words(_ difference: SchemaDifference) -> String {
    "table '\(difference.table)'\(difference.column.map { ", column '\($0)'" } ?? ""): \(difference.problem)"
  }

  private static func help(_ error: StoreError, _ side: Side) -> String {
    switch (error, side) {
    case (.schemaMismatch(let differences), _):
      differences.sql.map { "run: \($0)" } ?? differences.map(\.help).joined(separator: "; ")
    case (.corrupted, _), (.backend, .source):
      "the database does not hold what the schema says; fix it, or give the schema that it was made with"
    case (.foreignKey, _): "fix the row in FROM, or add the one that it refers to"
    case (.checkFailed, _), (.unstorable, _): "change the value in FROM, or the rule in the schema"
    case (.duplicateKey, _): "something else wrote to TO meanwhile, or FROM has rows that TO holds for equal"
    case (.unreachable, _), (.locked, _), (.conflict, _), (.full, _): "fix that and start the copy again: it goes on"
    default: "fix that and start the copy again"
    }
  }
}
