extension String {
  /// Whether `isMember` returns `true` for every byte of the text. Called for every name.
  @inline(__always)
  func consists(of isMember: (UInt8) -> Bool) -> Bool {
    // Uses contiguous storage, because iterating over a string's UTF-8 view is a call for each byte.
    utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isMember) } ?? utf8.allSatisfy(isMember)
  }
}
