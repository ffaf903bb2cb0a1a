public import IgataDiagnostics

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
  public static let wrongSetting = DiagnosticKind("wrong-setting")
}

extension Diagnostic {
  static func missingTemplate(_ name: String, existing: [String], at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrongSetting, "there is no template '\(visible(name))'", at: range,
      help: nearest(name, in: existing).map { "did you mean '\($0)'?" }
        ?? "'templates' names the folder that it is looked for in")
  }
}
