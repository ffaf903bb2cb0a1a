public import IgataDiagnostics

extension DiagnosticKind {
  /// What compiling and rendering a template reports.
  public static let templateKinds: [DiagnosticKind] = [
    .badDelimiters, .badTagName, .deepJSON, .deepTemplate, .duplicateBlock, .duplicateJSONKey, .endlessInclusion,
    .endlessRendering, .invalidJSON, .mismatchedSectionEnd, .sectionInParent, .unclosedSection, .unclosedTag,
    .unknownName, .unknownTemplate, .unopenedSection, .unprintableValue,
  ]
}
