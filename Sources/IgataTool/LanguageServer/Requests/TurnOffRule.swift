import IgataDiagnostics
import IgataTemplateLanguage

/// The edit of an `igata.json` that turns a rule off; `nil` if the file has an error that is in the way.
func turningOff(_ rule: String, in source: SourceFile) -> Diagnostic.Fix.Edit? {
  parseJSON(source).value.flatMap { turningOff(["lint", "rules", rule], in: $0, source.bytes) }
}

/// The edit that sets the value at the end of a path of keys.
private func turningOff(
  _ keys: ArraySlice<String>, in value: JSONValue, _ bytes: [UInt8]
) -> Diagnostic.Fix.Edit? {
  guard let key = keys.first, case .object(let members, let range) = value else { return nil }
  let rest = keys.dropFirst()
  if let member = members.first(where: { $0.key == key }) {
    if !rest.isEmpty { return turningOff(rest, in: member.value, bytes) }
    // A rule with options keeps them.
    if case .object = member.value { return turningOff(["level"], in: member.value, bytes) }
    return Diagnostic.Fix.Edit(member.value.range, "\"off\"")
  }
  let inner = rest.reversed().reduce("\"off\"") { "{\(JSONText.quoted($1)): \($0)}" }
  let new = "\(JSONText.quoted(key)): \(inner)"
  guard let last = members.last else { return Diagnostic.Fix.Edit(range, "{\(new)}") }
  // After the last member, and in a line of its own if that is in one.
  let space = bytes[..<last.keyRange.start].reversed().prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  let start = last.keyRange.start - space.count
  let isInOwnLine = start > 0 && bytes[start - 1] == UInt8(ascii: "\n")
  let separator = isInOwnLine ? "\n" + String(decoding: space.reversed(), as: UTF8.self) : " "
  return Diagnostic.Fix.Edit(last.value.range.endPoint, ",\(separator)\(new)")
}
