public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  /// A list of models may be the other side of a relation that leads back, or a relation of its own.
  ///
  /// `entries: [Entry] @inverse(account)` are those entries whose `account` is this one: nothing is stored for them
  /// here. `entries: [Entry] @joinTable("account_entry")` is a relation of its own, which is kept in a join table of
  /// that name, and which nobody fills when `entry.account` is set. Where a relation leads back that no other list is
  /// the inverse of, the list says which of the two it is. A list of a model that leads back by no relation, or only by
  /// a list, needs neither.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   entries: [Entry]
  /// }
  ///
  /// model Entry {
  ///   id: UUID = uuid() @primaryKey
  ///   account: Account
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   entries: [Entry] @inverse(account)
  /// }
  ///
  /// model Entry {
  ///   id: UUID = uuid() @primaryKey
  ///   account: Account
  /// }
  /// ```
  public static let missingInverse = DiagnosticKind("missing-inverse")
}

extension Diagnostic {
  /// - Parameters:
  ///   - relations: The fields that lead back, at least one.
  ///   - table: What the join table would be called.
  static func missingInverse(_ field: FieldSyntax, _ relations: [NameSyntax], table: String) -> Diagnostic {
    let shown = relations.prefix(3)
    let inverses = shown.map { "'@inverse(\($0.text))'" }.joined(separator: " or ")
    let names = shown.map { "'\($0.text)'" }.joined(separator: " or ")
    let end = SourceRange(file: field.range.file, start: field.range.end, end: field.range.end)
    func fix(_ attribute: String) -> Fix {
      Fix(title: "add '\(attribute)'", range: end, replacement: " \(attribute)", isSafe: false)
    }
    return Diagnostic(
      .missingInverse, "'\(field.name.text)' may be the other side of \(names), or a relation of its own",
      at: field.name.range, help: "add \(inverses), or '@joinTable(\"\(table)\")' for a relation of its own",
      related: shown.map { .init($0.range, "'\($0.text)' leads back") },
      fixes: shown.map { fix("@inverse(\($0.text))") } + [fix("@joinTable(\"\(table)\")")])
  }
}
