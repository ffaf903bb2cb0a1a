public import IgataDiagnostics

extension Snapshot {
  /// The ranges around a location from the innermost to the outermost: token, argument, attribute, member, body,
  /// declaration, file. Each contains the one before it, and none is there twice. Empty if there is no such file.
  public func selectionRanges(at location: TextLocation) -> [SourceRange] { [] }
}
