extension String {
  /// The beginning of a statement of at most 200 characters, for a message that goes on after it.
  @_spi(Backend) public var statementExcerpt: Substring { (hasSuffix(";") ? dropLast() : self[...]).prefix(200) }
}
