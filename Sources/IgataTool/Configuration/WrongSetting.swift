import IgataDiagnostics
import IgataTemplateLanguage

extension DiagnosticKind {
  /// A setting of `igata.json` has a value that it can't have.
  ///
  /// Every value is a text; `schema`, `target` and `dialect` may be a list of texts as well.
  ///
  /// ## Example
  ///
  /// ```json
  /// {"target": ["swift", "sqll"]}
  /// ```
  ///
  /// ## Mend
  ///
  /// ```json
  /// {"target": ["swift", "sql"]}
  /// ```
  static let wrongSetting = DiagnosticKind("wrong-setting")
}

extension Diagnostic {
  static func wrongSetting(_ subject: String, _ objection: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.wrongSetting, "\(subject) \(objection)", at: range)
  }

  static func wrongSettingType(_ setting: OptionRule, at range: SourceRange) -> Diagnostic {
    let list = setting.isList ? " or a list of texts" : ""
    return Diagnostic(.wrongSetting, "'\(setting.name)' is not a text\(list)", at: range)
  }
}
