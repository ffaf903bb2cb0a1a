/// The findings as a JSON array, with one object per line.
///
/// Each object has `id`, `severity`, `message`, and, if there are any, `help`, `related` (each with `message` and a
/// location) and `fixes` (each with `title`, `safe` and `edits`, each of which has `replacement` and a location). A
/// location has `file`, the 1-based `line`, `column`, `endLine` and `endColumn`, and `start` and `end` as UTF-8
/// offsets.
public func renderJSON(_ diagnostics: [Diagnostic], files: [SourceFile]) -> String {
  guard !diagnostics.isEmpty else { return "[]\n" }
  var locations = SourceLocations(files)
  var output: [UInt8] = []
  for diagnostic in diagnostics {
    output.append(contentsOf: (output.isEmpty ? "[\n  " : ",\n  ").utf8)
    output.append(contentsOf: object(diagnostic, &locations).text)
  }
  output.append(contentsOf: "\n]\n".utf8)
  return String(decoding: output, as: UTF8.self)
}

private func object(_ diagnostic: Diagnostic, _ locations: inout SourceLocations) -> JSONObject {
  var result = JSONObject()
  result.set("id", diagnostic.kind.id)
  result.set("severity", diagnostic.severity.rawValue)
  result.set("message", diagnostic.message)
  result.set(location: diagnostic.range, &locations)
  if let help = diagnostic.help { result.set("help", help) }
  let related = diagnostic.related.map { related in
    var note = JSONObject()
    note.set("message", related.message)
    note.set(location: related.range, &locations)
    return note
  }
  let fixes = diagnostic.fixes.map { fix in
    var object = JSONObject()
    object.set("title", fix.title)
    object.set("safe", fix.isSafe)
    let edits = fix.edits.map { edit in
      var change = JSONObject()
      change.set("replacement", edit.replacement)
      change.set(location: edit.range, &locations)
      return change
    }
    object.set("edits", edits)
    return object
  }
  if !related.isEmpty { result.set("related", related) }
  if !fixes.isEmpty { result.set("fixes", fixes) }
  return result
}

extension JSONObject {
  fileprivate mutating func set(location range: SourceRange, _ locations: inout SourceLocations) {
    guard let location = locations.location(of: range) else { return }
    set("file", location.file.name)
    set("line", location.start.line)
    set("column", location.start.column)
    set("endLine", location.end.line)
    set("endColumn", location.end.column)
    set("start", range.start)
    set("end", range.end)
  }
}
