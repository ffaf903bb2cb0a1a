import IgataDiagnostics
import IgataSchema

extension LintRule {
  /// A list of models seems to be the other side of a relation, and is not.
  ///
  /// `entries: [Entry]` without `@inverse` is a relation of its own with a join table, which nobody fills when
  /// `entry.account` is set. A list with a name of its own, such as `likedPosts`, is taken for a relation of its own.
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
  /// ## Mend
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
  static let missingInverse = LintRule("missing-inverse", .relations, .usual, check: .schema(checkMissingInverse))
}

private func checkMissingInverse(_ context: LintContext, _ findings: inout Findings) {
  let candidates = backwardRelations(context)
  for field in context.fields {
    // A list with words of its own, such as `likedPosts`, is a choice that only its owner knows.
    guard case .ordered(let target) = field.kind, let owner = field.model,
      owner == target || isPlural(field.words, of: context.models[target].words),
      let found = candidates[Ends(from: target, to: owner)], let first = found.first
    else { continue }
    let names = found.map { "'\($0.name)'" }.joined(separator: " or ")
    let help = found.count == 1 ? "add '@inverse(\(first.name))'" : "say which with '@inverse': \(names)"
    findings.report(
      "'\(field.name)' seems to be the other side of \(names), and is kept apart from it", at: field.range, help: help,
      related: found.prefix(4).map { .init($0.range, "'\($0.name)' leads back") },
      fixes: found.count == 1 ? [field.adding("@inverse(\(swiftName(first.name)))", isSafe: false)] : [])
  }
}

private struct Ends: Hashable {
  var from: Int
  var to: Int
}

/// The relations that look as if a list on the other side were theirs, and have none yet.
private func backwardRelations(_ context: LintContext) -> [Ends: [LintField]] {
  var taken: Set<Int> = []
  for field in context.fields {
    guard case .toMany(let target, let inverse) = field.kind else { continue }
    taken.insert(context.models[target].fields.lowerBound + inverse)
  }
  var result: [Ends: [LintField]] = [:]
  for (place, field) in context.fields.enumerated() {
    guard case .toOne(let target, let kind, _) = field.kind, let owner = field.model, !taken.contains(place) else {
      continue
    }
    let isNamedAfterIt = context.models[target].words.suffix(field.words.count) == field.words[...]
    // To itself, a list is as often a relation of its own.
    guard owner != target ? (kind == .required || isNamedAfterIt) : field.words == ["parent"] else { continue }
    result[Ends(from: owner, to: target), default: []].append(field)
  }
  return result
}

/// Whether a list has the name of its model alone, or the end of it: `lineItems` or `items` of a `LineItem`.
private func isPlural(_ list: [String], of model: [String]) -> Bool {
  guard let last = list.last, list.count <= model.count else { return false }
  let words = list.dropLast() + [singular(of: last) ?? last]
  return model.suffix(words.count) == words[...]
}

/// A name as the schema writes it.
private func swiftName(_ name: String) -> String { swiftKeywords.contains(name) ? "`\(name)`" : name }
