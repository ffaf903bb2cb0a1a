import IgataSyntax

extension SchemaIndex {
  /// The words of a field's documentation, and of the comment at the end of its line, in lower case.
  func remarks(on field: LintField) -> [String] {
    let documentation = field.syntax.documentation?.lines.flatMap(textWords) ?? []
    return documentation + textWords(comment(behind: field))
  }

  /// Whether a field keeps a text that says nothing without a key: by its name, or by what is written about it.
  func isEncrypted(_ field: LintField) -> Bool {
    WordList.encrypted.match(in: field.words) != nil || WordList.encrypted.match(in: remarks(on: field)) != nil
  }

  /// Whether the text of a field is not what its name is a name of, but made of it.
  func isUnreadable(_ field: LintField) -> Bool {
    isEncrypted(field) || WordList.hashed.match(in: field.words) != nil
  }

  /// A bound on the bytes that are read, as a hostile line may be as long as the file.
  private static var mostBytes: Int { 1_000 }

  private func comment(behind field: LintField) -> String {
    let bytes = trees[field.range.file].source.bytes
    let rest = bytes[field.syntax.range.end...].prefix(Self.mostBytes).prefix { $0 != UInt8(ascii: "\n") }
    let text = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return text.starts(with: "//".utf8) ? String(decoding: text, as: UTF8.self) : ""
  }
}

private func textWords(_ text: String) -> [String] {
  text.lowercased().split { !$0.isLetter }.map(String.init)
}
