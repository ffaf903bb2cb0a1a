extension Snapshot {
  /// The proposals for the word at a location, best first.
  ///
  /// The kind of word is decided on the tokens before the location, so that there are proposals in a text with errors.
  ///
  /// - Parameter recorded: The names in the last recorded schema, or `nil` if no schema is recorded.
  public func completions(at location: TextLocation, recorded: RecordedNames? = nil) -> [Completion] { [] }
}
