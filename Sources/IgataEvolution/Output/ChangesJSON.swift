public import IgataDiagnostics

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
