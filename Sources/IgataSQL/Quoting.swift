internal import IgataTables

extension String {
  /// The name as a SQL identifier: `"a ""quoted"" name"`.
  package var quotedName: String { quoted(by: "\"") }

  /// The text as a SQL literal: `'it''s'`. A backslash stands for itself.
  package var quotedText: String { quoted(by: "'") }
}

extension Sequence<String> {
  /// The names as SQL identifiers with commas between.
  package var quotedNames: String { map(\.quotedName).joined(separator: ", ") }
}
