/// The column of each box, from the left. A link leads to a column on the right of its source's, unless it is part of a
/// cycle or leads to its source, or there are so many links that no order follows them.
func columns(of graph: LayoutGraph) -> [Int] {
  var ranking = Ranking(graph)
  ranking.rankTargets()
  ranking.rankSources()
  ranking.pullTargets()
  // The paths of a graph with many links lead through most of its boxes, so that links would pass most columns.
  let passes = ranking.passCount(of: graph)
  if passes > 10_000, passes > 16 * graph.links.count { ranking.rankClosely() }
  return ranking.columns
}

/// Ranks boxes by the longest path to a box without links, which has rank 0.
///
/// A rank that would be higher than a page passes boxes on to the next one.
private struct Ranking {
  private let heights: [Int]
  /// For each box, the boxes that its links lead to, and those whose links lead to it, without those of cycles.
  private let targets: [[Int]]
  private let sources: [[Int]]
  /// All boxes, each after those that its links lead to.
  private let order: [Int]
  private let limit: Int
  private var ranks: [Int]
  /// The height of all boxes of each rank.
  private var filled: [Int] = []

  init(_ graph: LayoutGraph) {
    heights = graph.boxes.map { $0.height + LayoutGap.boxes }
    ranks = Array(repeating: 0, count: graph.boxes.count)
    var links = AcyclicLinks(graph)
    links.visitAll()
    targets = links.targets
    sources = links.sources
    order = links.order
    let area = graph.boxes.reduce(0) { $0 + ($1.width + 3 * LayoutGap.ends) * ($1.height + LayoutGap.boxes) }
    limit = max(heights.max() ?? 0, Int(Double(area * 10 / 13).squareRoot()))
  }

  /// Ranks boxes that links lead to.
  mutating func rankTargets() { for box in order where !sources[box].isEmpty { rank(box) } }

  /// Ranks boxes that no link leads to, where there is room.
  mutating func rankSources() { for box in order where sources[box].isEmpty { rank(box) } }

  private mutating func rank(_ box: Int) {
    let lowest = targets[box].reduce(0) { max($0, ranks[$1] + 1) }
    var rank = lowest
    while !hasRoom(rank, for: box) { rank += 1 }
    put(box, in: rank)
  }

  /// Moves boxes that more links lead to than away from next to the sources of those links.
  mutating func pullTargets() {
    for box in order.reversed() where targets[box].count < sources[box].count {
      let highest = sources[box].reduce(Int.max) { min($0, ranks[$1] - 1) }
      let old = ranks[box]
      guard highest > old else { continue }
      filled[old] -= heights[box]
      let rank = (old + 1...highest).reversed().first { hasRoom($0, for: box) }
      put(box, in: rank ?? old)
    }
  }

  /// How many ranks all links pass.
  func passCount(of graph: LayoutGraph) -> Int {
    graph.links.reduce(0) { $0 + max(abs(ranks[$1.source] - ranks[$1.target]) - 1, 0) }
  }

  /// Ranks boxes in the order in which links reach them: as low as there is room, but no two ends of a link alike.
  mutating func rankClosely() {
    let order = reachOrder
    let least = heights.min() ?? 0
    filled = []
    ranks = Array(repeating: -1, count: ranks.count)
    var lowest = 0
    for box in order {
      let taken = Set((targets[box] + sources[box]).map { ranks[$0] })
      var rank = lowest
      while taken.contains(rank) || !hasRoom(rank, for: box) { rank += 1 }
      put(box, in: rank)
      while filled.indices.contains(lowest), filled[lowest] + least > limit { lowest += 1 }
    }
  }

  /// All boxes, from the one with the most links, each after the one that leads to it.
  private var reachOrder: [Int] {
    func count(_ box: Int) -> Int { targets[box].count + sources[box].count }
    var isReached = [Bool](repeating: false, count: ranks.count)
    guard let first = ranks.indices.max(by: { count($0) < count($1) }) else { return [] }
    isReached[first] = true
    var reached = [first]
    var next = 0
    while next < reached.count {
      for box in targets[reached[next]] + sources[reached[next]] where !isReached[box] {
        isReached[box] = true
        reached.append(box)
      }
      next += 1
    }
    return reached
  }

  private func hasRoom(_ rank: Int, for box: Int) -> Bool {
    !filled.indices.contains(rank) || filled[rank] == 0 || filled[rank] + heights[box] <= limit
  }

  private mutating func put(_ box: Int, in rank: Int) {
    while filled.count <= rank { filled.append(0) }
    filled[rank] += heights[box]
    ranks[box] = rank
  }

  /// The columns, without empty ones.
  var columns: [Int] {
    var column = 0
    var columns = [Int](repeating: 0, count: filled.count)
    for rank in filled.indices.reversed() {
      columns[rank] = column
      if filled[rank] > 0 { column += 1 }
    }
    return ranks.map { columns[$0] }
  }
}

/// The links of a graph, of which those that close a cycle are turned around.
private struct AcyclicLinks {
  private let next: [[Int]]
  private let starts: [Int]
  private(set) var targets: [[Int]]
  private(set) var sources: [[Int]]
  private(set) var order: [Int] = []

  private enum Mark {
    case unseen, active, done
  }

  init(_ graph: LayoutGraph) {
    var next = [[Int]](repeating: [], count: graph.boxes.count)
    var isTarget = [Bool](repeating: false, count: graph.boxes.count)
    for link in graph.links where link.source != link.target {
      next[link.source].append(link.target)
      isTarget[link.target] = true
    }
    self.next = next
    starts = graph.boxes.indices.filter { !isTarget[$0] } + graph.boxes.indices.filter { isTarget[$0] }
    targets = Array(repeating: [], count: next.count)
    sources = Array(repeating: [], count: next.count)
  }

  /// Visits the boxes depth first, without recursion, because a path can be as long as the graph.
  mutating func visitAll() {
    var marks = [Mark](repeating: .unseen, count: next.count)
    for start in starts where marks[start] == .unseen {
      var path: [(box: Int, step: Int)] = [(start, 0)]
      marks[start] = .active
      while let (box, step) = path.last {
        guard step < next[box].count else {
          marks[box] = .done
          order.append(box)
          path.removeLast()
          continue
        }
        path[path.count - 1].step += 1
        let target = next[box][step]
        let (from, to) = marks[target] == .active ? (target, box) : (box, target)
        targets[from].append(to)
        sources[to].append(from)
        if marks[target] == .unseen {
          marks[target] = .active
          path.append((target, 0))
        }
      }
    }
  }
}
