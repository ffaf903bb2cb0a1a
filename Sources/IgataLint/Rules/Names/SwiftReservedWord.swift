import IgataDiagnostics

extension LintRule {
  /// A name is a keyword of Swift.
  ///
  /// Generated code writes it in backticks, and so must everybody who uses it where no dot stands before. Cases of
  /// enums are all right but for `self` and `init`, as `.default` needs none.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Ticket {
  ///   id: UUID = uuid() @primaryKey
  ///   class: String
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Ticket {
  ///   id: UUID = uuid() @primaryKey
  ///   travelClass: String @column("class")
  /// }
  /// ```
  static let swiftReservedWord = LintRule(
    "swift-reserved-word", .names, .picky,
    houseStyle: HouseStyle("names are keywords of Swift", help: "choose other names"),
    check: .names(checkSwiftReservedWord))
}

private func checkSwiftReservedWord(_ name: LintName, _ context: LintContext, _ findings: inout Findings) {
  guard swiftKeywords.contains(name.text) else { return }
  if case .enumCase = name.role, name.text != "self", name.text != "init" { return }
  findings.report(
    "'\(name.text)' is a keyword of Swift, which takes backticks", at: name.range, help: "choose another name")
}
