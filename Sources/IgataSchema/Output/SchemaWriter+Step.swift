import IgataSyntax

/// The attributes that say what becomes of existing rows.
extension SchemaWriter {
  func renamed(_ names: [FormerName]) -> String? {
    guard declaresStep, !names.isEmpty else { return nil }
    return "@renamed(from: \(list(names.map { stringLiteral($0.text) })))"
  }

  /// - Parameter type: The type of the value; `nil` if it has several columns.
  func backfill(_ backfill: Backfill?, as type: ValueType?) -> String? {
    guard declaresStep, let backfill else { return nil }
    return "@backfill(\(argument(backfill.kind, type)))"
  }

  private func argument(_ kind: Backfill.Kind, _ type: ValueType?) -> String {
    switch kind {
    case .value(let value): text(of: value, as: type)
    case .rounded: "rounded"
    case .truncated: "truncated"
    case .clamped: "clamped"
    case .none: "none"
    case .sql(let sqlite?, let postgresql?) where sqlite.text == postgresql.text: labeled("sql", sqlite)
    case .sql(let sqlite, let postgresql):
      list([sqlite.map { labeled("sqlite", $0) }, postgresql.map { labeled("postgresql", $0) }].compactMap(\.self))
    case .swift(let function, let arguments):
      "swift: \(stringLiteral("\(function)(\(list(arguments.map { "{\($0.text)}" })))"))"
    }
  }

  private func labeled(_ label: String, _ sql: BackfillSQL) -> String { "\(label): \(stringLiteral(sql.text))" }
}
