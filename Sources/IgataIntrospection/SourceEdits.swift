internal import IgataDiagnostics
internal import IgataSyntax

/// Changes of a schema's text, by which everything else stays as it is.
struct SourceEdits {
  private let bytes: [UInt8]
  /// By the ranges as they were; none overlaps another.
  private var edits: [(range: Range<Int>, text: String)] = []
  private var appended = ""

  init(_ text: String) { bytes = Array(text.utf8) }

  func text(of range: SourceRange) -> String { String(decoding: bytes[range.start..<range.end], as: UTF8.self) }

  mutating func replace(_ range: SourceRange?, with text: String) {
    if let range { add(range.start..<range.end, text) }
  }

  /// Removes the lines of a declaration or a member, and of its documentation.
  mutating func removeLines(of range: SourceRange, _ documentation: SourceRange?) {
    var start = min(documentation?.start ?? range.start, range.start)
    while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    // With the empty line that separates it from what comes before.
    if start > 1, bytes[start - 2] == UInt8(ascii: "\n") { start -= 1 }
    add(start..<lineEnd(after: range.end), "")
  }

  /// Adds a line after the last field of a model, in front of its other members.
  mutating func insert(_ line: String, afterFieldsOf owner: OwnerSyntax) {
    let fields = owner.members.compactMap { if case .field(let field) = $0 { field.range } else { nil } }
    // Without a field, after the line of the model's name.
    insert(line, after: fields.last ?? owner.name?.range ?? owner.range)
  }

  /// Adds a line of a declaration after another one.
  mutating func insert(_ line: String, after range: SourceRange) {
    let offset = lineEnd(after: range.end)
    add(offset..<offset, "  \(line)\n")
  }

  /// Adds a declaration at the end.
  mutating func append(_ lines: [String]) { appended += "\n" + lines.map { $0 + "\n" }.joined() }

  private func lineEnd(after offset: Int) -> Int {
    bytes[offset...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
  }

  private mutating func add(_ range: Range<Int>, _ text: String) {
    let isPart = edits.contains { !range.isEmpty && $0.range.overlaps(range) }
    if !isPart { edits.append((range, text)) }
  }

  /// The text with all changes.
  var text: String {
    var result: [UInt8] = []
    var position = 0
    // Lines that are added at one offset keep their order.
    // What is added comes before what is removed from the same offset on.
    let ordered = edits.enumerated().map { ($1.range.lowerBound, $1.range.isEmpty ? 0 : 1, $0) }.sorted(by: <)
      .map { (offset: $2, element: edits[$2]) }
    for (_, edit) in ordered where edit.range.lowerBound >= position {
      result += bytes[position..<edit.range.lowerBound]
      result += edit.text.utf8
      position = edit.range.upperBound
    }
    result += bytes[position...]
    return String(decoding: result, as: UTF8.self) + appended
  }
}
