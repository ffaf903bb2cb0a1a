import IgataDiagnostics
import IgataSyntax
import IgataTables

/// The word for no value in JSON.
package let jsonNull = "null"

extension Resolution {
  /// Resolves the default of a `JSON` field.
  mutating func resolveJSON(_ value: ExpressionSyntax, _ target: DefaultTarget) -> DefaultValue? {
    if case .name = value, target.shape?.isOptional == true {
      reportDefaultType(value, .json, target, help: jsonHelp)
      return nil
    }
    return jsonText(of: value, target).map { .json($0) }
  }

  /// The canonical text of a value; `nil` if there is an error in it, which is reported. The parser limits how deep
  /// values are nested.
  private mutating func jsonText(of value: ExpressionSyntax, _ target: DefaultTarget) -> String? {
    switch value {
    case .literal(let literal): return jsonText(of: literal, target)
    case .name(let name) where name.text == jsonNull: return jsonNull
    case .list(let elements, _):
      let texts = elements.map { jsonText(of: $0, target) }
      return texts.contains(nil) ? nil : "[\(texts.compactMap(\.self).joined(separator: ","))]"
    case .object(let members, _): return jsonText(of: members, target)
    case .enumCase, .call, .name, .range, .condition:
      report(.defaultType(at: value.range, expected: expected(target), help: jsonHelp, target.role))
      return nil
    }
  }

  private mutating func jsonText(of literal: LiteralSyntax, _ target: DefaultTarget) -> String? {
    switch literal.value {
    case .string(let text): return JSONList.string(text)
    case .boolean(let flag): return flag ? "true" : "false"
    case .integer(let digits), .decimal(let digits):
      let number = ExactNumber(digits)
      if let text = number.jsonText { return text }
      report(
        .defaultRange(
          at: literal.range, expected: expected(target),
          reason: "a number has at most \(ExactNumber.jsonDigits) digits on either side of its point",
          target.role))
    case .nil:
      report(.defaultType(at: literal.range, expected: expected(target), meant: jsonNull, target.role))
    }
    return nil
  }

  private mutating func jsonText(of members: [ObjectMemberSyntax], _ target: DefaultTarget) -> String? {
    // By their bytes: keys that differ in normalization alone are different.
    var first: [[UInt8]: SourceRange] = [:]
    var texts: [(key: String, text: String)] = []
    for member in members {
      let key = Array(member.key.utf8)
      if let range = first[key] {
        report(.duplicateKey(member, first: range))
        continue
      }
      first[key] = member.keyRange
      if let text = jsonText(of: member.value, target) {
        texts.append((member.key, "\(JSONList.string(member.key)):\(text)"))
      }
    }
    guard texts.count == members.count else { return nil }
    texts.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return "{\(texts.map(\.text).joined(separator: ","))}"
  }
}

private let jsonHelp = "write JSON: {\"key\": value}, […], \"text\", a number, 'true' or 'false'"
