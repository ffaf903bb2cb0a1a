import IgataDiagnostics
import IgataGeneration
import IgataTemplateLanguage

extension DiagnosticKind {
  /// `igata.json` has a key that is no setting.
  ///
  /// The settings are `schema` (files and folders, where the command line names none), `tables` (`singular` or
  /// `plural`), and the options of `igata generate` that are not for one run alone: `output`, `target`, `dialect`,
  /// `access`, `templates` and, as `schemaName`, `schema-name`. Paths count from the folder of `igata.json`. `outputs` is
  /// a table of outputs with templates of one's own, each with `template`, `path` and `scope`. `lint` holds what
  /// `igata lint` goes by.
  ///
  /// ## Example
  ///
  /// ```json
  /// {"output": "Sources/App/Generated", "acess": "package"}
  /// ```
  ///
  /// ## Fix
  ///
  /// ```json
  /// {"output": "Sources/App/Generated", "access": "package"}
  /// ```
  static let unknownSetting = DiagnosticKind("unknown-setting")
}

extension Diagnostic {
  static func unknownSetting(_ member: JSONMember) -> Diagnostic {
    let names = OptionRule.settings.map(\.settingName) + [CustomOutput.key, LintConfiguration.key]
    let isOption = Command.generate.options.contains { $0.settingName == member.key }
    let help: String =
      if isOption {
        "'--\(member.key)' is for the command line alone"
      } else if let near = nearest(member.key, in: names) {
        "did you mean '\(near)'?"
      } else {
        "the settings are \(names.listed())"
      }
    return Diagnostic(
      .unknownSetting, "there is no setting '\(visible(member.key))'", at: member.keyRange, help: help)
  }
}
