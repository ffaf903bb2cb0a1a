import IgataSchema
import IgataSyntax

extension Declarations {
  /// The words of a field's documentation, and of the comment at the end of its line, in lower case.
  func remarks(on field: DeclaredField) -> [String] {
    let documentation = field.syntax.documentation?.lines.flatMap(textWords) ?? []
    return documentation + textWords(comment(after: field))
  }

  /// Whether a field stores encrypted text, according to its name, documentation or comment.
  func isEncrypted(_ field: DeclaredField) -> Bool {
    WordList.encrypted.match(in: field.words) != nil || WordList.encrypted.match(in: remarks(on: field)) != nil
  }

  /// Whether a field stores a hash or an encrypted form of what its name refers to.
  func isUnreadable(_ field: DeclaredField) -> Bool {
    isEncrypted(field) || WordList.hashed.match(in: field.words) != nil
  }

  /// A limit on the bytes that are read, because a line can be as long as the file.
  private static var maximumBytes: Int { 1_000 }

  private func comment(after field: DeclaredField) -> String {
    let bytes = trees[field.range.file].source.bytes
    let rest = bytes[field.syntax.range.end...].prefix(Self.maximumBytes).prefix { $0 != UInt8(ascii: "\n") }
    let text = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return text.starts(with: "//".utf8) ? String(decoding: text, as: UTF8.self) : ""
  }
}

private func textWords(_ text: String) -> [String] {
  text.lowercased().split { !$0.isLetter }.map(String.init)
}
