import IgataDiagnostics
import IgataTemplateLanguage

/// The edit of an `igata.json` that turns a rule off; `nil` if the file has an error that is in the way.
func turningOff(_ rule: String, in source: SourceFile) -> Diagnostic.Fix.Edit? {
  guard let value = parseJSON(source).value else { return nil }
  return setting(["lint", "rules", rule], in: value, source)
}

/// The edit that sets the value at the end of a path of keys to "off".
private func setting(_ keys: ArraySlice<String>, in value: JSONValue, _ source: SourceFile) -> Diagnostic.Fix.Edit? {
  guard let key = keys.first else { return nil }
  guard case .object(let members, let range) = value else { return nil }
  let rest = keys.dropFirst()
  if let member = members.first(where: { $0.key == key }) {
    if !rest.isEmpty { return setting(rest, in: member.value, source) }
    // A rule with options keeps them.
    if case .object = member.value { return setting(["level"], in: member.value, source) }
    return Diagnostic.Fix.Edit(member.value.range, "\"off\"")
  }
  let text = rest.reversed().reduce("\"off\"") { "{\(JSONText.quoted($1)): \($0)}" }
  let new = "\(JSONText.quoted(key)): \(text)"
  // After the last member, and in a line of its own if that is in one.
  guard let last = members.last else {
    return Diagnostic.Fix.Edit(SourceRange(file: range.file, start: range.start, end: range.end), "{\(new)}")
  }
  let gap = source.bytes[range.start + 1..<last.keyRange.start]
  let start = members.count > 1 ? members[members.count - 2].value.range.end : range.start + 1
  let space = members.count > 1 ? source.bytes[start..<last.keyRange.start].drop { $0 != UInt8(ascii: "\n") } : gap
  let separator = space.isEmpty ? " " : String(decoding: space, as: UTF8.self)
  return Diagnostic.Fix.Edit(last.value.range.endPoint, ",\(separator)\(new)")
}

private func setting(_ keys: [String], in value: JSONValue, _ source: SourceFile) -> Diagnostic.Fix.Edit? {
  setting(keys[...], in: value, source)
}
