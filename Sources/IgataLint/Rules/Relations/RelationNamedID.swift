import IgataDiagnostics
import IgataSchema

extension LintRule {
  /// A relation is named like a key.
  ///
  /// `account.ownerID` is a `Person` then, and its key is `ownerIDID`. Name the relation after what it leads to: the
  /// key comes by itself, as `ownerID`.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  /// }
  ///
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   ownerID: Person
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  /// }
  ///
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   owner: Person
  /// }
  /// ```
  static let relationNamedID = LintRule("relation-named-id", .relations, .usual, check: .fields(checkRelationNamedID))
}

private func checkRelationNamedID(_ field: LintField, _ context: LintContext, _ findings: inout Findings) {
  guard let target = field.target, field.words.last == "id", field.words.count > 1 else { return }
  let proposal = lowerCamelCase(Array(field.words.dropLast()))
  let name = LintName(role: .field(field.place(in: context)), text: field.name, range: field.range, words: field.words)
  findings.report(
    "'\(field.name)' is a '\(context.schema.models[target].name)' and is named like its key", at: field.range,
    help: "name it '\(proposal)'", fixes: context.index.renaming(name, to: proposal))
}
