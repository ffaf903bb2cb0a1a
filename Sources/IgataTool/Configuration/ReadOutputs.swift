import IgataDiagnostics
import IgataGeneration
import IgataTemplateLanguage

/// Reads the list `outputs`. Invalid outputs are left out and reported.
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
  /// The name of the setting in `igata.json`.
  static let key = "outputs"
  fileprivate static let keys = ["template", "path", "scope"]
}

private struct WrongOutput: Error {
  var diagnostic: Diagnostic
}

private func readOutput(_ value: JSONValue) throws(WrongOutput) -> CustomOutput {
  guard case .object(let members, let range) = value else {
    throw WrongOutput(diagnostic: .wrongOutput("an output must be an object", at: value.range))
  }
  var texts: [String: (text: String, range: SourceRange)] = [:]
  for member in members {
    guard CustomOutput.keys.contains(member.key) else { throw WrongOutput(diagnostic: .unknownOutputSetting(member)) }
    guard case .text(let text, let range) = member.value, !text.isEmpty else {
      throw WrongOutput(diagnostic: .wrongOutput("'\(member.key)' is not a string", at: member.value.range))
    }
    texts[member.key] = (text, range)
  }
  guard let template = texts["template"], let path = texts["path"], let scope = texts["scope"] else {
    let missing = CustomOutput.keys.first { texts[$0] == nil } ?? ""
    throw WrongOutput(diagnostic: .wrongOutput("an output requires '\(missing)'", at: range))
  }
  guard let kind = CustomOutput.Scope(rawValue: scope.text) else {
    let kinds = CustomOutput.Scope.allCases.map(\.rawValue)
    throw WrongOutput(
      diagnostic: .wrongOutput(
        "'scope' can't be '\(visible(scope.text))'", at: scope.range,
        help: nearest(scope.text, in: kinds).map { "did you mean '\($0)'?" } ?? "use \(kinds.listed(by: "or"))"))
  }
  if let objection = CustomOutput.objection(to: path.text, scope: kind) {
    throw WrongOutput(diagnostic: .wrongOutput("the path '\(visible(path.text))' \(objection)", at: path.range))
  }
  // Other errors are in the template's name or in the path.
  return CustomOutput(template: template.text, path: path.text, scope: kind, location: range)
}

extension Diagnostic {
  static func wrongOutput(_ message: String, at range: SourceRange, help: String? = nil) -> Diagnostic {
    Diagnostic(.wrongSetting, message, at: range, help: help)
  }

  fileprivate static func unknownOutputSetting(_ member: JSONMember) -> Diagnostic {
    let near = nearest(member.key, in: CustomOutput.keys)
    return Diagnostic(
      .unknownSetting, "unknown key '\(visible(member.key))' in an output", at: member.keyRange,
      help: near.map { "did you mean '\($0)'?" } ?? "the keys are \(CustomOutput.keys.listed())")
  }
}
