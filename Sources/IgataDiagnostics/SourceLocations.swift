/// The files of a run, each with its line table once a location in it was asked for.
struct SourceLocations {
  /// A range as a person reads it.
  struct Location {
    var file: SourceFile
    var start: SourcePosition
    var end: SourcePosition
    /// The offsets of the line that holds the start, without its line end.
    var line: Range<Int>
  }

  private let files: [SourceFile]
  private var tables: [LineTable?]
  /// Where the code points were counted last, as the next offset is most often behind it on the same line.
  private var lastCodePoint: (file: Int, line: Int, offset: Int, column: Int)?

  init(_ files: [SourceFile]) {
    self.files = files
    tables = Array(repeating: nil, count: files.count)
  }

  /// The line and the column of an offset, both from 1, the column in Unicode code points. Nothing where the file is
  /// none of the run's.
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
    // A byte that goes on with a code point is none of its own.
    for byte in bytes[start..<end] where byte & 0xC0 != 0x80 { column += 1 }
    lastCodePoint = (file, line, end, column)
    return SourcePosition(line: line, column: column)
  }

  /// Nothing where the range's file is none of the run's.
  mutating func location(of range: SourceRange) -> Location? {
    guard files.indices.contains(range.file) else { return nil }
    let table = tables[range.file] ?? LineTable(files[range.file])
    tables[range.file] = table
    let start = table.position(at: range.start)
    return Location(
      file: files[range.file], start: start, end: max(start, table.position(at: range.end)),
      line: table.offsets(ofLine: start.line))
  }
}
