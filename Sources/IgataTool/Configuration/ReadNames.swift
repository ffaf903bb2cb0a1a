import IgataDiagnostics
import IgataSchema
import IgataTemplateLanguage

/// Reads the section `names`. Invalid rules are left out and reported.
///
/// ```json
/// {"tables": "snake_case", "plural": true, "columns": "camelCase", "foreignKeys": "{field}{Key}"}
/// ```
func readNames(_ value: JSONValue, _ diagnostics: inout [Diagnostic]) -> NamingRules {
  var rules = NamingRules()
  guard case .object(let members, _) = value else {
    diagnostics.append(Diagnostic(.wrongSetting, "'\(NamingRules.key)' is not an object", at: value.range))
    return rules
  }
  for member in members {
    do throws(WrongNames) {
      try rules.read(member)
    } catch {
      diagnostics.append(error.diagnostic)
    }
  }
  return rules
}

extension NamingRules {
  /// The name of the setting in `igata.json`.
  static let key = "names"
  static let keys = ["tables", "plural", "columns", "foreignKeys"]
  fileprivate static let styles = NameStyle.allCases.map(\.rawValue)
}

private struct WrongNames: Error {
  var diagnostic: Diagnostic

  init(_ message: String, at range: SourceRange, help: String? = nil, _ kind: DiagnosticKind = .wrongSetting) {
    diagnostic = Diagnostic(kind, message, at: range, help: help)
  }
}

extension NamingRules {
  fileprivate mutating func read(_ member: JSONMember) throws(WrongNames) {
    switch member.key {
    case "tables": tables = try readTables(member)
    case "plural":
      guard case .flag(let flag, _) = member.value else {
        throw WrongNames("'plural' is neither true nor false", at: member.value.range)
      }
      isPlural = flag
    case "columns": columns = try readStyle(try text(member), member)
    case "foreignKeys":
      let text = try text(member)
      foreignKeys = try pattern(member) { () throws(NamePatternFault) in try Self.foreignKeyPattern(text) }
    default:
      let near = nearest(member.key, in: Self.keys)
      throw WrongNames(
        "unknown key '\(visible(member.key))' in 'names'", at: member.keyRange,
        help: near.map { "did you mean '\($0)'?" } ?? "the keys are \(Self.keys.listed())", .unknownSetting)
    }
  }

  private func readTables(_ member: JSONMember) throws(WrongNames) -> Tables {
    let text = try text(member)
    if let help = Self.plural(text) {
      throw WrongNames("'tables' can't be '\(text)'", at: member.value.range, help: help)
    }
    guard text.isEmpty || text.contains(where: { $0 == "{" || $0 == "}" }) else {
      return .style(try readStyle(text, member, isTable: true))
    }
    return .pattern(try pattern(member) { () throws(NamePatternFault) in try Self.tablePattern(text) })
  }

  /// What to write instead of `singular` or `plural`.
  static func plural(_ text: String) -> String? {
    switch text {
    case "plural": "write '\"names\": {\"plural\": true}'"
    case "singular": "names are singular by default, or with '\"names\": {\"plural\": false}'"
    default: nil
    }
  }

  private func readStyle(_ text: String, _ member: JSONMember, isTable: Bool = false) throws(WrongNames) -> NameStyle {
    if let style = NameStyle(rawValue: text) { return style }
    let choices = (Self.styles + (isTable ? ["tbl_{model}"] : [])).listed(by: "or")
    throw WrongNames(
      "'\(member.key)' can't be '\(visible(text))'", at: member.value.range,
      help: nearest(text, in: Self.styles).map { "did you mean '\($0)'?" } ?? "use \(choices)")
  }

  private func text(_ member: JSONMember) throws(WrongNames) -> String {
    if case .text(let text, _) = member.value { return text }
    throw WrongNames("'\(member.key)' is not a string", at: member.value.range)
  }

  private func pattern(
    _ member: JSONMember, _ read: () throws(NamePatternFault) -> NamePattern
  ) throws(WrongNames) -> NamePattern {
    do throws(NamePatternFault) {
      return try read()
    } catch {
      throw WrongNames("'\(member.key)' \(error.objection)", at: member.value.range, help: error.help)
    }
  }
}

extension NamePatternFault {
  fileprivate var objection: String {
    switch self {
    case .empty: "is empty"
    case .nul: "contains a NUL character"
    case .tooLong: "is longer than \(NamePattern.limit) bytes"
    case .unmatchedBrace: "has a brace without its counterpart"
    case .reservedPrefix: "begins with 'sqlite_', which SQLite reserves"
    case .repeated(let name): "has '{\(name)}' twice"
    case .missing(let name): "has no '{\(name)}'"
    case .unknown(let name, _): "has no placeholder '{\(visible(name))}'"
    }
  }

  fileprivate var help: String? {
    switch self {
    case .empty, .nul, .tooLong, .unmatchedBrace, .reservedPrefix, .repeated: nil
    case .missing("model"): "write the text around it, such as 'tbl_{model}'"
    case .missing: "write the text around it, such as '{field}_{key}'"
    case .unknown(let name, let placeholders):
      nearest(name, in: placeholders).map { "did you mean '{\($0)}'?" }
        ?? "use \(placeholders.map { "{\($0)}" }.listed(by: "or"))"
    }
  }
}
