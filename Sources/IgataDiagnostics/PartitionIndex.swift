extension RandomAccessCollection where Index == Int {
  /// The index of the first element for which the condition is true, in a collection in which it is true for all
  /// elements after the first one; `endIndex` if there is none.
  @inlinable
  package func partitionIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
