import IgataDiagnostics

extension LintRule {
  /// A type has the name of one of Swift's own.
  ///
  /// In every file that imports the models, `Task { … }` and `Result<…>` then mean the model, and the compiler's
  /// messages tell of something else.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Task {
  ///   id: UUID = uuid() @primaryKey
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model TodoItem @table("task") {
  ///   id: UUID = uuid() @primaryKey
  /// }
  /// ```
  static let shadowedSwiftType = LintRule(
    "shadowed-swift-type", .names, .usual, check: .names(checkShadowedSwiftType))
}

private func checkShadowedSwiftType(_ name: LintName, _ context: LintContext, _ findings: inout Findings) {
  guard name.role.isType, swiftTypes.contains(name.text) else { return }
  let help = "choose another name, or reach Swift's as 'Swift.\(name.text)'"
  findings.report("\(name.role.noun) '\(name.text)' stands before Swift's own", at: name.range, help: help)
}
