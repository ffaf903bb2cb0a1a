public import IgataDiagnostics

extension DiagnosticKind {
  public static let wrongSetting = DiagnosticKind(
    "wrong-setting",
    """
    A setting of `igata.json` has an invalid value.

    Most values are strings. `schema`, `target` and `dialect` may also be lists of strings, and `lint` is an object.
    `names` is an object: `tables` and `columns` are `snake_case`, `camelCase` or `asWritten`, or for tables a pattern
    with `{model}`; `foreignKeys` is a pattern with `{field}` and, usually, `{key}`; `plural` is `true` or `false`.
    `schemaName` must be a valid name for a Swift type that generated code doesn't need itself. `outputs` is a list of
    objects: `template` is the name of a template, `scope` is `once`, `model` or `enum`, and `path` is the path of a
    file relative to the output folder, which must contain `{name}` or `{snake}` unless the scope is `once`.
    """,
    language: .json,
    example: """
      {"target": ["swift", "sqll"]}
      """,
    fix: .replacing(#""sqll"]}"#, with: #""sql"]}"#))
}

extension Diagnostic {
  static func missingTemplate(_ name: String, existing: [String], at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrongSetting, "there is no template '\(visible(name))'", at: range,
      help: nearest(name, in: existing).map { "did you mean '\($0)'?" }
        ?? "it is searched for in the folder that 'templates' sets")
  }
}
