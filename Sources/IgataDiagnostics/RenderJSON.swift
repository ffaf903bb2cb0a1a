/// The findings as a JSON array, with one object per line.
///
/// Each object has `id`, `severity`, `message`, and, if there are any, `help`, `related` (each with `message` and a
/// location) and `fixes` (each with `title`, `safe` and `edits`, each of which has `replacement` and a location). A
/// location has `file`, the 1-based `line`, `column`, `endLine` and `endColumn`, and `start` and `end` as UTF-8
/// offsets.
public func renderJSON(_ diagnostics: [Diagnostic], files: [SourceFile]) -> String {
  var locations = SourceLocations(files)
  let objects = diagnostics.map { object($0, &locations).tree }
  return String(decoding: JSONTree.list(objects).lines(through: 0), as: UTF8.self)
}

private func object(_ diagnostic: Diagnostic, _ locations: inout SourceLocations) -> JSONBuilder {
  var result = JSONBuilder()
  result.key("id", diagnostic.kind.id)
  result.key("severity", diagnostic.severity.rawValue)
  result.key("message", diagnostic.message)
  result.key(location: diagnostic.range, &locations)
  if let help = diagnostic.help { result.key("help", help) }
  let related = diagnostic.related.map { related in
    var note = JSONBuilder()
    note.key("message", related.message)
    note.key(location: related.range, &locations)
    return note
  }
  let fixes = diagnostic.fixes.map { fix in
    var object = JSONBuilder()
    object.key("title", fix.title)
    object.key("safe", fix.isSafe)
    let edits = fix.edits.map { edit in
      var change = JSONBuilder()
      change.key("replacement", edit.replacement)
      change.key(location: edit.range, &locations)
      return change
    }
    object.key("edits", list: edits)
    return object
  }
  if !related.isEmpty { result.key("related", list: related) }
  if !fixes.isEmpty { result.key("fixes", list: fixes) }
  return result
}

extension JSONBuilder {
  fileprivate mutating func key(location range: SourceRange, _ locations: inout SourceLocations) {
    guard let location = locations.location(of: range) else { return }
    key("file", location.file.name)
    key("line", location.start.line)
    key("column", location.start.column)
    key("endLine", location.end.line)
    key("endColumn", location.end.column)
    key("start", range.start)
    key("end", range.end)
  }
}
