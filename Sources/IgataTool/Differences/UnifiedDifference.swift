/// The difference between two texts in the unified format that `patch` reads. Empty if they are equal.
///
/// - Parameters:
///   - path: The name of the file in the headers.
///   - old: The current text, or `nil` if there is no file.
///   - new: The expected text, or `nil` if there should be no file.
func unifiedDifference(_ path: String, old: [UInt8]?, new: [UInt8]?) -> [UInt8] {
  guard old != new else { return [] }
  let text = LinedText(old: old ?? [], new: new ?? [])
  var output: [UInt8] = []
  output += "--- \(old == nil ? "/dev/null" : headerName(path))\n".utf8
  output += "+++ \(new == nil ? "/dev/null" : headerName(path))\n".utf8
  let difference = LineDifference(old: text.oldNumbers, new: text.newNumbers)
  for hunk in hunks(difference.replacements, oldCount: text.oldLines.count) { text.print(hunk, to: &output) }
  return output
}

/// A name in the form that `patch` and `git apply` read: quoted if it would be misread, and followed by a tab if it
/// contains spaces.
private func headerName(_ path: String) -> String {
  let needsQuotes = path.utf8.contains {
    $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
  }
  guard needsQuotes else { return path.utf8.contains(UInt8(ascii: " ")) ? "\(path)\t" : path }
  var name: [UInt8] = [UInt8(ascii: "\"")]
  for byte in path.utf8 {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): name += [UInt8(ascii: "\\"), byte]
    case 0..<0x20, 0x7F:
      let digits = String(byte, radix: 8)
      name += "\\\(String(repeating: "0", count: 3 - digits.utf8.count))\(digits)".utf8
    default: name.append(byte)
    }
  }
  return String(decoding: name + [UInt8(ascii: "\"")], as: UTF8.self)
}

/// Replacements that are printed together because their contexts touch.
private struct Hunk {
  static let context = 3

  var replacements: [LineDifference.Replacement]
  /// The lines of the old text, including the context.
  var old: Range<Int>
  var new: Range<Int>

  /// The start of the trailing context in the old text.
  var end: Int { replacements.last?.old.upperBound ?? old.upperBound }

  mutating func add(_ next: LineDifference.Replacement, after: Int) {
    replacements.append(next)
    old = old.lowerBound..<next.old.upperBound + after
    new = new.lowerBound..<next.new.upperBound + after
  }
}

private func hunks(_ replacements: [LineDifference.Replacement], oldCount: Int) -> [Hunk] {
  var hunks: [Hunk] = []
  for next in replacements {
    let after = min(Hunk.context, oldCount - next.old.upperBound)
    if let end = hunks.last?.end, next.old.lowerBound - end <= 2 * Hunk.context {
      hunks[hunks.count - 1].add(next, after: after)
    } else {
      let before = min(Hunk.context, next.old.lowerBound)
      hunks.append(
        Hunk(
          replacements: [next], old: next.old.lowerBound - before..<next.old.upperBound + after,
          new: next.new.lowerBound - before..<next.new.upperBound + after))
    }
  }
  return hunks
}

/// Two texts split into lines. Equal lines have equal numbers.
private struct LinedText {
  let oldLines: [ArraySlice<UInt8>]
  let newLines: [ArraySlice<UInt8>]
  let oldNumbers: [Int]
  let newNumbers: [Int]

  init(old: [UInt8], new: [UInt8]) {
    oldLines = Self.lines(old)
    newLines = Self.lines(new)
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    func number(_ line: ArraySlice<UInt8>) -> Int {
      let next = numbers.count
      numbers[line, default: next] += 0
      return numbers[line] ?? next
    }
    oldNumbers = oldLines.map(number)
    newNumbers = newLines.map(number)
  }

  /// The lines including their line endings. The last line may lack one.
  private static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for index in text.indices where text[index] == UInt8(ascii: "\n") {
      lines.append(text[start...index])
      start = index + 1
    }
    if start < text.count { lines.append(text[start...]) }
    return lines
  }

  func print(_ hunk: Hunk, to output: inout [UInt8]) {
    output += "@@ -\(hunkRange(hunk.old)) +\(hunkRange(hunk.new)) @@\n".utf8
    var line = hunk.old.lowerBound
    for replacement in hunk.replacements {
      for index in line..<replacement.old.lowerBound { append(" ", oldLines[index], to: &output) }
      for index in replacement.old { append("-", oldLines[index], to: &output) }
      for index in replacement.new { append("+", newLines[index], to: &output) }
      line = replacement.old.upperBound
    }
    for index in line..<hunk.old.upperBound { append(" ", oldLines[index], to: &output) }
  }

  /// A range of lines in the header of a hunk. An empty range is given by the line before it.
  private func hunkRange(_ lines: Range<Int>) -> String {
    switch lines.count {
    case 0: "\(lines.lowerBound),0"
    case 1: "\(lines.lowerBound + 1)"
    default: "\(lines.lowerBound + 1),\(lines.count)"
    }
  }

  private func append(_ mark: Unicode.Scalar, _ line: ArraySlice<UInt8>, to output: inout [UInt8]) {
    output.append(UInt8(ascii: mark))
    output += line
    if line.last != UInt8(ascii: "\n") { output += "\n\\ No newline at end of file\n".utf8 }
  }
}
