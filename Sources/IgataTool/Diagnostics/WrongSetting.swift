import IgataDiagnostics
import IgataGeneration

extension Diagnostic {
  static func wrongSetting(
    _ setting: OptionRule, _ objection: String, _ text: String = "", at range: SourceRange
  ) -> Diagnostic {
    let help: String? =
      if let near = nearest(text, in: setting.choices) {
        "did you mean '\(near)'?"
      } else if !setting.choices.isEmpty {
        "use \(setting.choices.listed(by: "or"))"
      } else {
        nil
      }
    return Diagnostic(.wrongSetting, "'\(setting.settingName)' \(objection)", at: range, help: help)
  }

  static func outsideSetting(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrongSetting, "'\(name)' leads out of the project", at: range,
      help: "name what is outside on the command line; the project is the repository, or the package, of igata.json")
  }

  static func wrongSettingType(_ setting: OptionRule, at range: SourceRange) -> Diagnostic {
    wrongSetting(setting, setting.isList ? "is neither a string nor a list of strings" : "is not a string", at: range)
  }

  static func wrongConfiguration(at range: SourceRange) -> Diagnostic {
    Diagnostic(.wrongSetting, "the configuration is not an object", at: range, help: "write '{\"output\": …}'")
  }
}
