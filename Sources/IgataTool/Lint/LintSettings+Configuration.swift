import IgataLint

extension LintSettings {
  /// The settings of a configuration.
  ///
  /// - Parameter dialects: The SQL engines to check for; `nil` for those that the configuration generates SQL for.
  init(_ configuration: Configuration, dialects: [String]? = nil) {
    self.init()
    preset = configuration.lint.preset ?? .standard
    overrides = configuration.lint.rules
    let writesSQL = configuration[.target]?.contains("sql") ?? true
    let names = dialects ?? (writesSQL ? configuration[.dialect] ?? ["sqlite"] : [])
    targets = LintTargets(dialects: names.compactMap { SQLDialect(rawValue: $0) })
  }
}
