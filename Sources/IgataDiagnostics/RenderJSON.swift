/// The findings as a JSON array, one object a line.
///
/// Each object has `id`, `severity`, `message`, and, where there are such, `help`, `related` (`message` and place)
/// and `fixes` (`title`, `safe` and `edits`, each of which is `replacement` and place). A place is `file`, `line`,
/// `column`, `endLine`, `endColumn` as a person counts them, and `start` and `end` as UTF-8 offsets.
public func renderJSON(_ diagnostics: [Diagnostic], files: [SourceFile]) -> String {
  guard !diagnostics.isEmpty else { return "[]\n" }
  var places = Places(files)
  var output: [UInt8] = []
  for diagnostic in diagnostics {
    output.append(contentsOf: (output.isEmpty ? "[\n  " : ",\n  ").utf8)
    output.append(contentsOf: object(diagnostic, &places).text)
  }
  output.append(contentsOf: "\n]\n".utf8)
  return String(decoding: output, as: UTF8.self)
}

private func object(_ diagnostic: Diagnostic, _ places: inout Places) -> JSONObject {
  var result = JSONObject()
  result.set("id", diagnostic.kind.id)
  result.set("severity", diagnostic.severity.rawValue)
  result.set("message", diagnostic.message)
  result.set(place: diagnostic.range, &places)
  if let help = diagnostic.help { result.set("help", help) }
  let related = diagnostic.related.map { related in
    var note = JSONObject()
    note.set("message", related.message)
    note.set(place: related.range, &places)
    return note
  }
  let fixes = diagnostic.fixes.map { fix in
    var object = JSONObject()
    object.set("title", fix.title)
    object.set("safe", fix.isSafe)
    let edits = fix.edits.map { edit in
      var change = JSONObject()
      change.set("replacement", edit.replacement)
      change.set(place: edit.range, &places)
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
  fileprivate mutating func set(place range: SourceRange, _ places: inout Places) {
    guard let place = places.place(of: range) else { return }
    set("file", place.file.name)
    set("line", place.start.line)
    set("column", place.start.column)
    set("endLine", place.end.line)
    set("endColumn", place.end.column)
    set("start", range.start)
    set("end", range.end)
  }
}
