extension String {
  /// The name as a SQL identifier: `"a ""quoted"" name"`.
  package var quotedName: String { quoted("\"") }

  /// The text as a SQL literal: `'it''s'`. A backslash stands for itself.
  package var quotedText: String { quoted("'") }

  /// The text between two marks, in which the mark itself is written twice.
  @_spi(Backend) public func quoted(_ mark: Unicode.Scalar) -> String {
    var result = String.UnicodeScalarView()
    result.append(mark)
    for scalar in unicodeScalars {
      if scalar == mark { result.append(mark) }
      result.append(scalar)
    }
    result.append(mark)
    return String(result)
  }
}

extension Sequence<String> {
  /// The names as SQL identifiers with commas between.
  package var quotedNames: String { map(\.quotedName).joined(separator: ", ") }
}
