extension Sequence where Element == Diagnostic {
  /// The findings in the order a person reads them: by file, by place, the graver first where two share a place.
  public func sortedInSourceOrder() -> [Diagnostic] {
    // The sort of the standard library keeps the order of equals, which is not promised; the index makes it so.
    enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      if a.range.file != b.range.file { return a.range.file < b.range.file }
      if a.range.start != b.range.start { return a.range.start < b.range.start }
      if a.severity != b.severity { return a.severity > b.severity }
      if a.range.end != b.range.end { return a.range.end < b.range.end }
      return left.offset < right.offset
    }.map(\.element)
  }
}
