public import IgataDiagnostics

extension DiagnosticKind {
  /// A line of a `"""` block is indented less than the closing `"""`.
  ///
  /// The white space before the closing quotes is taken off each line; a line that does not start with the same spaces
  /// and tabs has nothing that could be taken off. Empty lines need none.
  ///
  /// ## Example
  ///
  /// ```igata
  /// struct Place {
  ///   about: String = """
  ///     Two
  ///   lines
  ///     """
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// struct Place {
  ///   about: String = """
  ///     Two
  ///     lines
  ///     """
  /// }
  /// ```
  public static let misindentedBlock = DiagnosticKind("misindented-block")
}

extension Diagnostic {
  static func misindentedBlock(at range: SourceRange, closing: SourceRange) -> Diagnostic {
    Diagnostic(
      .misindentedBlock, "a line that is indented less than the end of its string block", at: range,
      help: "start it with the white space that stands before the closing quotes",
      related: [.init(closing, "the block's indentation is set here")])
  }
}
