extension Array where Element == Diagnostic {
  /// The findings sorted by file and by location. Of two at the same location, the more severe one comes first.
  public func sortedInSourceOrder() -> [Diagnostic] {
    // Each stage of a run sorts what it found, which is mostly nothing, and the first sorting costs a search for the
    // conformances of its types.
    guard count > 1 else { return self }
    // The standard library doesn't guarantee a stable sort; comparing the indices makes it stable.
    return enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      if a.range.file != b.range.file { return a.range.file < b.range.file }
      if a.range.start != b.range.start { return a.range.start < b.range.start }
      if a.severity != b.severity { return a.severity > b.severity }
      if a.range.end != b.range.end { return a.range.end < b.range.end }
      return left.offset < right.offset
    }.map(\.element)
  }
}
