/// The order in which the models of a save are written: the target of a foreign key before the rows that refer to it,
/// in as few batches of one type as possible.
struct SaveOrder {
  /// Models of one group, by their indexes in it, in the order in which they are written.
  struct Batch {
    var group: Int
    var indexes: [Int]
  }

  private let groups: [AnySaveGroup]
  /// The first node of each group. Nodes are numbered across all groups.
  private var offsets: [Int] = []
  private var isReached: [Bool]

  /// The batches for everything that can be reached from the models of the first group.
  static func batches(_ groups: [AnySaveGroup]) throws(StoreError) -> [Batch] {
    guard let roots = groups.first else { return [] }
    if groups.count == 1, roots.count == roots.rootCount, roots.table.generatedKeyColumn == nil {
      let isFlat = (0..<roots.count).allSatisfy { roots.edges(of: $0).isEmpty }
      if isFlat { return [Batch(group: 0, indexes: Array(0..<roots.count))] }
    }
    return try SaveOrder(groups).batches()
  }

  private init(_ groups: [AnySaveGroup]) {
    self.groups = groups
    var count = 0
    for group in groups {
      offsets.append(count)
      count += group.count
    }
    isReached = Array(repeating: false, count: count)
    reach()
  }

  private mutating func reach() {
    var pending = (0..<groups[0].rootCount).map { SaveNode(group: 0, index: $0) }
    while let node = pending.popLast() {
      if isReached[number(node)] { continue }
      isReached[number(node)] = true
      pending += groups[node.group].edges(of: node.index).map(\.target)
    }
  }

  private func number(_ node: SaveNode) -> Int { offsets[node.group] + node.index }

  private func reachedIndexes(_ group: Int) -> [Int] {
    (0..<groups[group].count).filter { isReached[offsets[group] + $0] }
  }

  private func batches() throws(StoreError) -> [Batch] {
    // If possible, a list's targets come before it, so that the returned list has them as they were written.
    guard let order = groupOrder(withLists: true) ?? groupOrder(withLists: false) else { return try batchesByDepth() }
    var batches: [Batch] = []
    for group in order {
      let depths = try depths { $0.target.group == group && $1.group == group }
      let indexes = reachedIndexes(group)
      let sorted = indexes.enumerated().sorted { left, right in
        let (leftDepth, rightDepth) = (depths[offsets[group] + left.element], depths[offsets[group] + right.element])
        return leftDepth == rightDepth ? left.offset < right.offset : leftDepth < rightDepth
      }.map(\.element)
      if groups[group].table.generatedKeyColumn == nil {
        batches.append(Batch(group: group, indexes: sorted))
      } else {
        // A row that refers to another row of its table needs the key that is generated for it.
        batches += Dictionary(grouping: sorted) { depths[offsets[group] + $0] }.sorted { $0.key < $1.key }
          .map { Batch(group: group, indexes: $0.value) }
      }
    }
    return batches.filter { !$0.indexes.isEmpty }
  }

  /// The order if types refer to each other in a cycle, but models don't.
  private func batchesByDepth() throws(StoreError) -> [Batch] {
    let depths = try depths { _, _ in true }
    var batches: [SaveNode: [Int]] = [:]
    for group in groups.indices {
      for index in reachedIndexes(group) {
        batches[SaveNode(group: group, index: depths[offsets[group] + index]), default: []].append(index)
      }
    }
    return batches.sorted { ($0.key.index, $0.key.group) < ($1.key.index, $1.key.group) }
      .map { Batch(group: $0.key.group, indexes: $0.value) }
  }

  /// The groups, each after those that its models refer to; `nil` if they form a cycle.
  private func groupOrder(withLists: Bool) -> [Int]? {
    var targets = groups.map { _ in Set<Int>() }
    for group in groups.indices {
      for index in reachedIndexes(group) {
        for edge in groups[group].edges(of: index) where withLists || !edge.isList {
          if edge.target.group != group { targets[group].insert(edge.target.group) }
        }
      }
    }
    var order: [Int] = []
    var rest = Array(groups.indices)
    while !rest.isEmpty {
      let free = rest.filter { targets[$0].isSubset(of: order) }
      if free.isEmpty { return nil }
      order += free
      rest.removeAll { free.contains($0) }
    }
    return order
  }

  /// For each model, the length of the longest chain of models that must be written before it, along the edges that
  /// `isFollowed` chooses: with lists if they form no cycle, otherwise without them.
  private func depths(
    _ isFollowed: (_ edge: SaveEdge, _ from: SaveNode) -> Bool
  ) throws(StoreError) -> [Int] {
    if let depths = longestPaths(isFollowed) { return depths }
    if let depths = longestPaths({ !$0.isList && isFollowed($0, $1) }) { return depths }
    throw Self.cycle
  }

  /// The error of models of which none can be written first.
  static let cycle = StoreError.misuse(
    reason: "models that are new or changed refer to each other in a cycle: save them first without the reference "
      + "that closes it")

  /// `nil` if there is a cycle, other than a model that refers to itself.
  private func longestPaths(_ isFollowed: (_ edge: SaveEdge, _ from: SaveNode) -> Bool) -> [Int]? {
    var paths = LongestPaths(groups: groups, offsets: offsets, count: isReached.count)
    for group in groups.indices {
      for index in 0..<groups[group].count {
        guard paths.follow(SaveNode(group: group, index: index), isFollowed) else { return nil }
      }
    }
    return paths.depths
  }
}

/// Computes the length of the chain before each model. It keeps a stack of its own instead of recursing, so that chains
/// may have any length.
private struct LongestPaths {
  private static let unknown = -1
  private static let open = -2

  private let groups: [AnySaveGroup]
  private let offsets: [Int]
  private var stack: [(node: SaveNode, edges: ArraySlice<SaveEdge>, depth: Int)] = []
  private(set) var depths: [Int]

  init(groups: [AnySaveGroup], offsets: [Int], count: Int) {
    self.groups = groups
    self.offsets = offsets
    depths = Array(repeating: Self.unknown, count: count)
  }

  private func number(_ node: SaveNode) -> Int { offsets[node.group] + node.index }

  private mutating func enter(_ node: SaveNode) {
    let edges = groups[node.group].edges(of: node.index)
    depths[number(node)] = edges.isEmpty ? 0 : Self.open
    if !edges.isEmpty { stack.append((node, edges, 0)) }
  }

  /// Computes the depth of the node and of all nodes that can be reached from it. Returns `false` if there is a cycle.
  mutating func follow(_ start: SaveNode, _ isFollowed: (_ edge: SaveEdge, _ from: SaveNode) -> Bool) -> Bool {
    if depths[number(start)] == Self.unknown { enter(start) }
    while let last = stack.indices.last {
      let node = stack[last].node
      guard let edge = stack[last].edges.first else {
        depths[number(node)] = stack.removeLast().depth
        continue
      }
      let target = depths[number(edge.target)]
      if edge.target == node || !isFollowed(edge, node) {
        stack[last].edges.removeFirst()
      } else if target == Self.unknown {
        enter(edge.target)
      } else if target == Self.open {
        return false
      } else {
        stack[last].depth = max(stack[last].depth, target + 1)
        stack[last].edges.removeFirst()
      }
    }
    return true
  }
}
