import IgataDiagnostics
import IgataGeneration
import IgataTemplateLanguage

/// Reads the table `outputs`; what is wrong with it is left out and reported.
///
/// ```json
/// [{"template": "typescript/model", "path": "{name}.ts", "scope": "model"}]
/// ```
func readOutputs(_ value: JSONValue, _ diagnostics: inout [Diagnostic]) -> [CustomOutput] {
  guard case .list(let elements, _) = value else {
    diagnostics.append(.wrongOutput("'\(CustomOutput.key)' is not a list of objects", at: value.range))
    return []
  }
  var outputs: [CustomOutput] = []
  for element in elements {
    do throws(WrongOutput) {
      outputs.append(try readOutput(element))
    } catch {
      diagnostics.append(error.diagnostic)
    }
  }
  return outputs
}

extension CustomOutput {
  /// What `igata.json` calls the table.
  static let key = "outputs"
  fileprivate static let keys = ["template", "path", "scope"]
}

private struct WrongOutput: Error {
  var diagnostic: Diagnostic
}

private func readOutput(_ value: JSONValue) throws(WrongOutput) -> CustomOutput {
  guard case .object(let members, let range) = value else {
    throw WrongOutput(diagnostic: .wrongOutput("an output is an object", at: value.range))
  }
  var texts: [String: (text: String, range: SourceRange)] = [:]
  for member in members {
    guard CustomOutput.keys.contains(member.key) else { throw WrongOutput(diagnostic: .unknownOutputSetting(member)) }
    guard case .text(let text, let place) = member.value, !text.isEmpty else {
      throw WrongOutput(diagnostic: .wrongOutput("'\(member.key)' is not a text", at: member.value.range))
    }
    texts[member.key] = (text, place)
  }
  guard let template = texts["template"], let path = texts["path"], let scope = texts["scope"] else {
    let missing = CustomOutput.keys.first { texts[$0] == nil } ?? ""
    throw WrongOutput(diagnostic: .wrongOutput("an output needs '\(missing)'", at: range))
  }
  guard let kind = CustomOutput.Scope(rawValue: scope.text) else {
    let kinds = CustomOutput.Scope.allCases.map(\.rawValue)
    throw WrongOutput(
      diagnostic: .wrongOutput(
        "'scope' can't be '\(visible(scope.text))'", at: scope.range,
        help: nearest(scope.text, in: kinds).map { "did you mean '\($0)'?" } ?? "it is \(kinds.listed(by: "or"))"))
  }
  if let objection = CustomOutput.objection(to: path.text, scope: kind) {
    throw WrongOutput(diagnostic: .wrongOutput("the path '\(visible(path.text))' \(objection)", at: path.range))
  }
  // Where more is wrong with it than its form, it is the name of the template or the path.
  return CustomOutput(template: template.text, path: path.text, scope: kind, location: range)
}

extension Diagnostic {
  static func wrongOutput(_ message: String, at range: SourceRange, help: String? = nil) -> Diagnostic {
    Diagnostic(.wrongSetting, message, at: range, help: help)
  }

  fileprivate static func unknownOutputSetting(_ member: JSONMember) -> Diagnostic {
    let near = nearest(member.key, in: CustomOutput.keys)
    return Diagnostic(
      .unknownSetting, "an output has no '\(visible(member.key))'", at: member.keyRange,
      help: near.map { "did you mean '\($0)'?" } ?? "it has \(CustomOutput.keys.listed())")
  }
}
