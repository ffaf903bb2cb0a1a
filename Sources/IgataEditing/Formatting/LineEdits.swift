import IgataDiagnostics

/// The edits that turn one text into another, each of whole lines.
///
/// Lines that are equal are found near each other, so that it takes linear time. The result is always correct, but
/// isn't the smallest one if many adjacent lines are added or removed.
func lineEdits(from old: SourceFile, to new: SourceFile, file: Int) -> [Diagnostic.Fix.Edit] {
  var numbers: [ArraySlice<UInt8>: Int] = [:]
  let left = TextLines(old, &numbers)
  let right = TextLines(new, &numbers)
  var edits: [Diagnostic.Fix.Edit] = []
  var (row, column) = (0, 0)
  while row < left.ids.count || column < right.ids.count {
    if row < left.ids.count, column < right.ids.count, left.ids[row] == right.ids[column] {
      (row, column) = (row + 1, column + 1)
      continue
    }
    let (skipped, added) = distance(left.ids[row...], right.ids[column...])
    let range = SourceRange(file: file, start: left.starts[row], end: left.starts[row + skipped])
    let bytes = new.bytes[right.starts[column]..<right.starts[column + added]]
    edits.append(.init(range, String(decoding: bytes, as: UTF8.self)))
    (row, column) = (row + skipped, column + added)
  }
  return edits
}

/// How many lines of each text come before the next ones that are equal.
private func distance(_ left: ArraySlice<Int>, _ right: ArraySlice<Int>) -> (Int, Int) {
  let window = 64
  for sum in 1...window {
    for skipped in 0...sum {
      let added = sum - skipped
      guard skipped < left.count, added < right.count else { continue }
      if left[left.startIndex + skipped] == right[right.startIndex + added] { return (skipped, added) }
    }
  }
  // Nothing near: everything up to the lines that are equal at the end.
  var same = 0
  while same < left.count, same < right.count, left[left.endIndex - 1 - same] == right[right.endIndex - 1 - same] {
    same += 1
  }
  return (left.count - same, right.count - same)
}

/// The lines of a text, each with its line feed.
private struct TextLines {
  /// The same number for the same text.
  private(set) var ids: [Int] = []
  /// The offset of each line, and that of the end.
  private(set) var starts: [Int] = [0]

  init(_ file: SourceFile, _ numbers: inout [ArraySlice<UInt8>: Int]) {
    var start = 0
    while start < file.bytes.count {
      let end = file.bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? file.bytes.count
      let number = numbers[file.bytes[start..<end]] ?? numbers.count
      numbers[file.bytes[start..<end]] = number
      ids.append(number)
      starts.append(end)
      start = end
    }
  }
}
