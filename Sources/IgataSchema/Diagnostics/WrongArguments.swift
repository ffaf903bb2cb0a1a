public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let wrongArguments = DiagnosticKind(
    "wrong-arguments",
    """
    An attribute has invalid arguments.

    `@column("name")`, `@table("name")`, `@joinTable("name")`, `@onDelete(cascade)`, `@inverse(field)`,
    `@length(3...254)`, `@range(0..<1)`, `@pattern("regex")`, `@precision(12, 2)`, `@renamed(from: "old")`,
    `@backfill(0)`, `@deprecated("why")`, `@allow(rule, "why")`. The other attributes take no arguments.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        name: String @column(label)
      }
      """,
    fix: .replacing("@column(label)", with: #"@column("label")"#))
}

extension Diagnostic {
  static func wrongArguments(_ syntax: AttributeSyntax, _ kind: AttributeKind) -> Diagnostic {
    let message = syntax.arguments == nil ? "'@\(kind.rawValue)' needs arguments" : "wrong arguments"
    let arguments = syntax.arguments ?? []
    if let first = arguments.first, let last = arguments.last, let meant = meantArguments(of: kind, arguments) {
      return Diagnostic(
        .wrongArguments, "\(message) for '@\(kind.rawValue)'", at: syntax.range,
        help: "write @\(kind.rawValue)(\(meant))",
        fixes: [
          Fix(
            title: "write '@\(kind.rawValue)(\(meant))'", range: first.range.union(last.range), replacement: meant,
            isSafe: true)
        ])
    }
    return Diagnostic(
      .wrongArguments, syntax.arguments == nil ? message : "\(message) for '@\(kind.rawValue)'", at: syntax.range,
      help: "write \(kind.form)")
  }
}
