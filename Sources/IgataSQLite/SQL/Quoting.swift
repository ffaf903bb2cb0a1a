#if SQLite || canImport(SQLite3)

extension String {
  /// The name as a SQL identifier: `"a ""quoted"" name"`.
  var quotedName: String { quoted("\"") }

  /// The text as a SQL literal: `'it''s'`.
  var quotedText: String { quoted("'") }

  private func quoted(_ mark: Unicode.Scalar) -> String {
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
  var quotedNames: String { map(\.quotedName).joined(separator: ", ") }
}

#endif
