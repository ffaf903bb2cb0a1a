import IgataDiagnostics
import IgataLint
import IgataTemplateLanguage

/// Reads the section `lint`. Invalid settings are left out and reported.
///
/// ```json
/// {"preset": "strict", "baseline": "lint.json", "rules": {"type-case": "off", "too-many-fields": {"fields": 60}}}
/// ```
func readLintConfiguration(
  _ value: JSONValue, folder: String, _ diagnostics: inout [Diagnostic]
) -> LintConfiguration {
  var reader = LintConfigurationReader(diagnostics: diagnostics)
  defer { diagnostics = reader.diagnostics }
  return reader.read(value, folder: folder)
}

private struct LintConfigurationReader {
  var diagnostics: [Diagnostic]

  mutating func read(_ value: JSONValue, folder: String) -> LintConfiguration {
    var result = LintConfiguration()
    for member in members(of: value, "lint") {
      switch member.key {
      case "preset": result.preset = choice(member.value, "preset")
      case "baseline":
        guard let path = text(member.value, "baseline") else { continue }
        result.baseline = FileLocation(path, configuredIn: folder)
        if result.baseline == nil { diagnostics.append(.outsideSetting("baseline", at: member.value.range)) }
      case "rules":
        for rule in members(of: member.value, "rules") { result.rules[rule.key] = readRule(rule) }
      default: diagnostics.append(.unknownLintSetting(member, among: ["preset", "baseline", "rules"]))
      }
    }
    return result
  }

  /// Reads the level of a rule, or an object with its level and options.
  private mutating func readRule(_ member: JSONMember) -> LintSettings.RuleSettings? {
    guard let rule = LintRule.all.first(where: { $0.id == member.key }) else {
      diagnostics.append(.unknownRule(member.key, at: member.keyRange))
      return nil
    }
    guard case .object(let members, _) = member.value else {
      if case .text = member.value { return .init(level: choice(member.value, member.key)) }
      diagnostics.append(.wrongLintSetting(member.key, "is neither a level nor an object", at: member.value.range))
      return nil
    }
    var result = LintSettings.RuleSettings()
    for setting in members {
      if setting.key == "level" {
        result.level = choice(setting.value, "level")
      } else if let option = rule.options.first(where: { $0.name == setting.key }) {
        result.values[option.name] = read(setting.value, of: option)
      } else {
        diagnostics.append(.unknownLintSetting(setting, among: ["level"] + rule.options.map(\.name)))
      }
    }
    return result
  }

  private mutating func read(_ value: JSONValue, of option: LintOption) -> LintOption.Value? {
    let wanted: String
    switch (option.standard, value) {
    case (.flag, .flag(let flag, _)): return .flag(flag)
    case (.count, .number(let number, _)):
      if let count = Int(number), count >= 0 { return .count(count) }
      wanted = "is not a non-negative integer"
    case (.words, .list(let values, _)):
      let words = values.compactMap { if case .text(let text, _) = $0 { text } else { nil } }
      if words.count == values.count { return .words(words) }
      wanted = "is not a list of strings"
    case (.flag, _): wanted = "is neither true nor false"
    case (.count, _): wanted = "is not a number"
    case (.words, _): wanted = "is not a list of strings"
    }
    diagnostics.append(.wrongLintSetting(option.name, wanted, at: value.range))
    return nil
  }

  private mutating func members(of value: JSONValue, _ name: String) -> [JSONMember] {
    if case .object(let members, _) = value { return members }
    diagnostics.append(.wrongLintSetting(name, "is not an object", at: value.range))
    return []
  }

  private mutating func text(_ value: JSONValue, _ name: String) -> String? {
    if case .text(let text, _) = value, !text.isEmpty, !text.utf8.contains(0) { return text }
    diagnostics.append(.wrongLintSetting(name, "is not a path", at: value.range))
    return nil
  }

  private mutating func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ value: JSONValue, _ name: String
  ) -> Value? {
    let names = Value.allCases.map(\.rawValue)
    guard case .text(let text, let range) = value else {
      diagnostics.append(.wrongLintSetting(name, "is not a string", at: value.range, among: names))
      return nil
    }
    if let found = Value(rawValue: text) { return found }
    diagnostics.append(.wrongLintSetting(name, "can't be '\(visible(text))'", text, at: range, among: names))
    return nil
  }
}

extension Diagnostic {
  fileprivate static func unknownLintSetting(_ member: JSONMember, among names: [String]) -> Diagnostic {
    let near = nearest(member.key, in: names)
    return Diagnostic(
      .unknownSetting, "unknown setting '\(visible(member.key))'", at: member.keyRange,
      help: near.map { "did you mean '\($0)'?" } ?? "use \(names.listed(by: "or"))")
  }

  fileprivate static func wrongLintSetting(
    _ name: String, _ objection: String, _ text: String = "", at range: SourceRange, among names: [String] = []
  ) -> Diagnostic {
    let help = nearest(text, in: names).map { "did you mean '\($0)'?" }
    return Diagnostic(
      .wrongSetting, "'\(visible(name))' \(objection)", at: range,
      help: help ?? (names.isEmpty ? nil : "use \(names.listed(by: "or"))"))
  }
}
