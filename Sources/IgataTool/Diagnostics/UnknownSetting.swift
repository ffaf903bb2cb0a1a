import IgataDiagnostics
import IgataGeneration
import IgataSchema
import IgataTemplateLanguage

extension DiagnosticKind {
  static let unknownSetting = DiagnosticKind(
    "unknown-setting",
    """
    `igata.json` has a key that isn't a setting.

    The settings are `schema` (files and folders that are read if the command line names none) and those options of
    `igata generate` that aren't specific to a single run: `output`, `target`, `dialect`, `access`, `templates` and,
    as `schemaName`, `schema-name`. Paths are relative to the folder of `igata.json`. `names` has the rules by which
    tables and columns are named: `tables`, `plural`, `columns` and `foreignKeys`. `outputs` is a list of outputs with
    custom templates, each with `template`, `path` and `scope`. `lint` has the settings of `igata lint`. `migrations`
    has the `folder` of the sealed versions, and the `dialects` that they have scripts for.
    """,
    language: .json,
    example: """
      {"output": "Sources/App/Generated", "acess": "package"}
      """,
    fix: .replacing(#""acess":"#, with: #""access":"#))
}

extension Diagnostic {
  static func unknownSetting(_ member: JSONMember) -> Diagnostic {
    let names = OptionRule.settings.map(\.settingName) + [
      NamingRules.key, CustomOutput.key, LintConfiguration.key, MigrationSettings.key,
    ]
    let isOption = Command.generate.options.contains { $0.settingName == member.key }
    let help: String =
      if isOption {
        "'--\(member.key)' is available only on the command line"
      } else if NamingRules.keys.contains(member.key) {
        namesHelp(for: member)
      } else if let near = nearest(member.key, in: names) {
        "did you mean '\(near)'?"
      } else {
        "the settings are \(names.listed())"
      }
    return Diagnostic(
      .unknownSetting, "there is no setting '\(visible(member.key))'", at: member.keyRange, help: help)
  }

  /// Shows where a rule for names belongs.
  private static func namesHelp(for member: JSONMember) -> String {
    if case .text(let text, _) = member.value, let help = NamingRules.plural(text) { return help }
    return "write it inside of 'names': '\"names\": {\"\(member.key)\": …}'"
  }
}
