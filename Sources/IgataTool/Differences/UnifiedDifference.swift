/// The difference of two texts in the unified format, as `patch` reads it; empty where they are equal.
///
/// - Parameters:
///   - path: What the headers call the file.
///   - old: The text as it is, or nothing where there is no file.
///   - new: The text as it should be, or nothing where there should be no file.
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

/// A name as `patch` and `git apply` read it: quoted where it would be taken for something else, and with a tab behind
/// it where it has spaces.
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

/// Replacements that are printed together, as less than two contexts lie between them.
private struct Hunk {
  static let context = 3

  var replacements: [LineDifference.Replacement]
  /// With the context before and behind.
  var old: Range<Int>
  var new: Range<Int>

  /// Where the context behind begins in the old text.
  var end: Int { replacements.last?.old.upperBound ?? old.upperBound }

  mutating func add(_ next: LineDifference.Replacement, behind: Int) {
    replacements.append(next)
    old = old.lowerBound..<next.old.upperBound + behind
    new = new.lowerBound..<next.new.upperBound + behind
  }
}

private func hunks(_ replacements: [LineDifference.Replacement], oldCount: Int) -> [Hunk] {
  var hunks: [Hunk] = []
  for next in replacements {
    let behind = min(Hunk.context, oldCount - next.old.upperBound)
    if let end = hunks.last?.end, next.old.lowerBound - end <= 2 * Hunk.context {
      hunks[hunks.count - 1].add(next, behind: behind)
    } else {
      let before = min(Hunk.context, next.old.lowerBound)
      hunks.append(
        Hunk(
          replacements: [next], old: next.old.lowerBound - before..<next.old.upperBound + behind,
          new: next.new.lowerBound - before..<next.new.upperBound + behind))
    }
  }
  return hunks
}

/// Two texts by lines, equal lines with equal numbers.
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

  /// The lines with their ends, which the last one may lack.
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
    output += "@@ -\(place(hunk.old)) +\(place(hunk.new)) @@\n".utf8
    var line = hunk.old.lowerBound
    for replacement in hunk.replacements {
      for index in line..<replacement.old.lowerBound { append(" ", oldLines[index], to: &output) }
      for index in replacement.old { append("-", oldLines[index], to: &output) }
      for index in replacement.new { append("+", newLines[index], to: &output) }
      line = replacement.old.upperBound
    }
    for index in line..<hunk.old.upperBound { append(" ", oldLines[index], to: &output) }
  }

  /// A range of lines as a hunk's head has it: an empty one is called by the line before it.
  private func place(_ lines: Range<Int>) -> String {
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
