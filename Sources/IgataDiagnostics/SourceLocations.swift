/// The files of a run, each with a line table that is made when a location in the file is first requested.
package struct SourceLocations {
  /// A range as lines and columns.
  package struct Location {
    package var file: SourceFile
    package var start: SourcePosition
    package var end: SourcePosition
    /// The offsets of the line that holds the start, without its line ending.
    package var line: Range<Int>
  }

  private let files: [SourceFile]
  private var tables: [LineTable?]
  /// Where the code points were counted last. The next offset is most often after it on the same line.
  private var lastCodePoint: (file: Int, line: Int, offset: Int, column: Int)?

  package init(_ files: [SourceFile]) {
    self.files = files
    tables = Array(repeating: nil, count: files.count)
  }

  /// The line and the column of an offset, both from 1, the column in Unicode code points. Returns `nil` if the file
  /// isn't part of the run.
  mutating func codePointPosition(of offset: Int, in file: Int) -> SourcePosition? {
    guard files.indices.contains(file) else { return nil }
    let table = tables[file] ?? LineTable(files[file])
    tables[file] = table
    let bytes = files[file].bytes
    let line = table.position(at: offset).line
    let offsets = table.offsets(ofLine: line)
    var start = offsets.lowerBound
    var column = 1
    if let last = lastCodePoint, last.file == file, last.line == line, last.offset <= offset {
      (start, column) = (last.offset, last.column)
    }
    let end = max(start, min(offset, offsets.upperBound))
    // A continuation byte doesn't start a code point.
    for byte in bytes[start..<end] where byte & 0xC0 != 0x80 { column += 1 }
    lastCodePoint = (file, line, end, column)
    return SourcePosition(line: line, column: column)
  }

  /// Returns `nil` if the range's file isn't part of the run.
  package mutating func location(of range: SourceRange) -> Location? {
    guard files.indices.contains(range.file) else { return nil }
    let table = tables[range.file] ?? LineTable(files[range.file])
    tables[range.file] = table
    let start = table.position(at: range.start)
    return Location(
      file: files[range.file], start: start, end: max(start, table.position(at: range.end)),
      line: table.offsets(ofLine: start.line))
  }
}
