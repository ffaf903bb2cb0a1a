/// Puts spans on tracks, each on the first one after those of all spans that were put before and that it overlaps.
///
/// A tree of ranges, as a channel of a large diagram has thousands of spans: a node is twice as long as those below it.
struct TrackHeights {
  /// The spans as ranges of leaves, which are the distances between neighboring ends of spans.
  private let ranges: [Range<Int>]
  private let leafCount: Int
  /// For each node, how many tracks are used in all of it.
  private var whole: [Int]
  /// For each node, how many tracks are used in some of it.
  private var part: [Int]

  init(of spans: [Range<Int>]) {
    let ends = Set(spans.flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
    ranges = spans.map { span in
      ends.partitionIndex { $0 >= span.lowerBound }..<ends.partitionIndex { $0 >= span.upperBound }
    }
    var count = 1
    while count < ends.count { count *= 2 }
    leafCount = count
    whole = Array(repeating: 0, count: 2 * count)
    part = whole
  }

  /// Puts a span on a track, and returns the track's number.
  mutating func put(_ span: Int) -> Int {
    let range = ranges[span]
    let nodes = nodes(of: range)
    let above = ancestors(of: range)
    let track = above.reduce(nodes.reduce(0) { max($0, part[$1]) }) { max($0, whole[$1]) }
    for node in nodes {
      whole[node] = track + 1
      part[node] = track + 1
    }
    for node in above { part[node] = max(part[node], track + 1) }
    return track
  }

  /// The largest nodes that a range consists of.
  private func nodes(of range: Range<Int>) -> [Int] {
    var nodes: [Int] = []
    var (low, high) = (range.lowerBound + leafCount, range.upperBound + leafCount)
    while low < high {
      if low % 2 == 1 {
        nodes.append(low)
        low += 1
      }
      if high % 2 == 1 {
        high -= 1
        nodes.append(high)
      }
      low /= 2
      high /= 2
    }
    return nodes
  }

  /// The nodes of which a part of a range is a part.
  private func ancestors(of range: Range<Int>) -> [Int] {
    var nodes: [Int] = []
    for leaf in [range.lowerBound, range.upperBound - 1] {
      var node = (leaf + leafCount) / 2
      while node > 0 {
        nodes.append(node)
        node /= 2
      }
    }
    return nodes
  }
}
