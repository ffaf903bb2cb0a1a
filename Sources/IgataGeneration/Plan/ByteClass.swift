extension String {
  /// Whether every byte of the text is one of those that `isMember` takes, as it is asked of every name.
  @inline(__always)
  func consists(of isMember: (UInt8) -> Bool) -> Bool {
    // In one piece, as a text's own bytes come one at a time, each with a call.
    utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isMember) } ?? utf8.allSatisfy(isMember)
  }
}
