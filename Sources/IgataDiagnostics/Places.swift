/// The files of a run, each with its line table once a place in it was asked for.
struct Places {
  /// A range as a person reads it.
  struct Place {
    var file: SourceFile
    var start: SourcePosition
    var end: SourcePosition
    /// The offsets of the line that holds the start, without its line end.
    var line: Range<Int>
  }

  private let files: [SourceFile]
  private var tables: [LineTable?]

  init(_ files: [SourceFile]) {
    self.files = files
    tables = Array(repeating: nil, count: files.count)
  }

  /// Nothing where the range's file is none of the run's.
  mutating func place(of range: SourceRange) -> Place? {
    guard files.indices.contains(range.file) else { return nil }
    let table = tables[range.file] ?? LineTable(files[range.file])
    tables[range.file] = table
    let start = table.position(at: range.start)
    return Place(
      file: files[range.file], start: start, end: max(start, table.position(at: range.end)),
      line: table.offsets(ofLine: start.line))
  }
}
