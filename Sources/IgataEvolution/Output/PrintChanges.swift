public import IgataDiagnostics

/// The changes as text: one line with the location, the effect, the message and the kind, and one with the plan.
///
/// ```
/// Household.igata:33:3: safe: field 'remark' is added: existing rows have no value in column 'remark' [field-added]
///       sqlite: alter; postgresql: alter
/// ```
///
/// - Parameters:
///   - changes: Printed in the order given.
///   - old: The files of the old schema, in which removed declarations are.
///   - new: The files of the new schema.
public func printChanges(_ changes: [Change], old: [SourceFile], new: [SourceFile]) -> String {
  var locations = ChangeLocations(old: old, new: new)
  var text = ""
  for change in changes {
    if let location = locations.location(of: change) {
      text += "\(visible(location.file.name)):\(location.start.line):\(location.start.column): "
    }
    text += "\(change.effect.rawValue): \(visible(change.message)) [\(change.kind.rawValue)]\n"
    let facts = change.facts
    if !facts.isEmpty { text += "      \(facts.joined(separator: "; "))\n" }
  }
  return text + changes.summary + "\n"
}

/// The changes as a JSON object. `format` is 1; it increases when a key is removed or changes its meaning.
///
/// Each object in `changes` has `kind`, `effect`, `path`, `message`, `sqlite`, `postgresql` and `breaks`, and a
/// location: the `file`, the 1-based `line` and `column`, and whether the declaration `isGone`, so that the file is one
/// of the old schema.
public func changesJSON(_ changes: [Change], old: [SourceFile], new: [SourceFile]) -> String {
  var locations = ChangeLocations(old: old, new: new)
  var result = JSONBuilder()
  result.key("format", 1)
  result.key(
    "changes",
    list: changes.map { change in
      var object = JSONBuilder()
      object.key("kind", change.kind.rawValue)
      object.key("effect", change.effect.rawValue)
      object.key("path", change.path)
      object.key("message", change.message)
      object.key("sqlite", change.plan.sqlite.rawValue)
      object.key("postgresql", change.plan.postgresql.rawValue)
      object.key("breaks", list: change.breaks.names)
      object.key("isGone", change.isGone)
      if let location = locations.location(of: change) {
        object.key("file", location.file.name)
        object.key("line", location.start.line)
        object.key("column", location.start.column)
      }
      return object
    })
  return String(decoding: result.tree.lines(through: 1), as: UTF8.self)
}

/// The locations of changes in the files of both schemas.
private struct ChangeLocations {
  private var old: SourceLocations
  private var new: SourceLocations

  init(old: [SourceFile], new: [SourceFile]) {
    self.old = SourceLocations(old)
    self.new = SourceLocations(new)
  }

  mutating func location(of change: Change) -> SourceLocations.Location? {
    change.isGone ? old.location(of: change.range) : new.location(of: change.range)
  }
}

extension Change {
  fileprivate var facts: [String] {
    var facts: [String] = []
    if plan.sqlite != .none { facts.append("sqlite: \(plan.sqlite.rawValue)") }
    if plan.postgresql != .none { facts.append("postgresql: \(plan.postgresql.rawValue)") }
    if !breaks.isEmpty { facts.append("breaks \(breaks.names.joined(separator: ", "))") }
    return facts
  }
}

extension [Change] {
  /// How many changes of each effect there are: `3 changes: 1 destructive, 2 safe`.
  fileprivate var summary: String {
    if isEmpty { return "no changes" }
    let counts = RowEffect.allCases.reversed().compactMap { effect in
      let count = self.count { $0.effect == effect }
      return count == 0 ? nil : "\(count) \(effect == .none ? "without effect on rows" : effect.rawValue)"
    }
    return "\(count) change\(count == 1 ? "" : "s"): \(counts.joined(separator: ", "))"
  }
}
