import IgataDiagnostics
import IgataTemplateLanguage

extension DiagnosticKind {
  /// A setting of `igata.json` has a value that it can't have.
  ///
  /// Every value is a text; `schema`, `target` and `dialect` may be a list of texts as well, and `lint` is an object.
  /// `schemaName` is a name that a Swift type can have, and none that generated code needs itself.
  /// `outputs` is a list of objects: `template` is a template's name, `scope` is `once`, `model` or `enum`, and `path`
  /// leads to a file below the output folder, with `{name}` or `{snake}` in it unless the scope is `once`.
  ///
  /// ## Example
  ///
  /// ```json
  /// {"target": ["swift", "sqll"]}
  /// ```
  ///
  /// ## Fix
  ///
  /// ```json
  /// {"target": ["swift", "sql"]}
  /// ```
  static let wrongSetting = DiagnosticKind("wrong-setting")
}

extension Diagnostic {
  static func wrongSetting(
    _ setting: OptionRule, _ objection: String, _ text: String = "", at range: SourceRange
  ) -> Diagnostic {
    let help: String? =
      if let near = nearest(text, in: setting.choices) {
        "did you mean '\(near)'?"
      } else if !setting.choices.isEmpty {
        "it is \(setting.choices.listed(by: "or"))"
      } else {
        nil
      }
    return Diagnostic(.wrongSetting, "'\(setting.settingName)' \(objection)", at: range, help: help)
  }

  static func wrongSettingType(_ setting: OptionRule, at range: SourceRange) -> Diagnostic {
    wrongSetting(setting, setting.isList ? "is neither a text nor a list of texts" : "is not a text", at: range)
  }

  static func wrongConfiguration(at range: SourceRange) -> Diagnostic {
    Diagnostic(.wrongSetting, "the configuration is not an object", at: range, help: "write '{\"output\": …}'")
  }
}
