import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension Declarations {
  /// The fix that removes a range from a line, with the space before it.
  func removing(_ range: SourceRange, title: String, isSafe: Bool) -> Diagnostic.Fix {
    .init(title: title, range: trees[range.file].withSpaceBefore(range), replacement: "", isSafe: isSafe)
  }

  /// The fix that removes a member or a declaration, with its lines if nothing else is on them.
  func removingLines(of range: SourceRange, title: String, isSafe: Bool) -> Diagnostic.Fix {
    .init(title: title, range: lines(of: range), replacement: "", isSafe: isSafe)
  }

  private func lines(of range: SourceRange) -> SourceRange {
    let bytes = trees[range.file].source.bytes
    let part = trees[range.file].withSpaceBefore(range)
    var whole = part
    guard whole.start == 0 || bytes[whole.start - 1] == UInt8(ascii: "\n") else { return part }
    while whole.end < bytes.count, isSpace(bytes[whole.end]) || bytes[whole.end] == UInt8(ascii: "\r") {
      whole.end += 1
    }
    guard whole.end == bytes.count || bytes[whole.end] == UInt8(ascii: "\n") else { return part }
    whole.end = min(whole.end + 1, bytes.count)
    return whole
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
