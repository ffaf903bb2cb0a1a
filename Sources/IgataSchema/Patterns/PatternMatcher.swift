/// Whether a whole text matches a pattern. Returns `nil` if only the engine that runs the pattern can decide, because
/// the pattern has parts that aren't supported here, or matching would take too long.
func matches(_ text: String, _ pattern: String) -> Bool? {
  guard case .success(let parsed) = parsePattern(pattern) else { return nil }
  let scalars = Array(text.unicodeScalars)
  if parsed.hasClasses, !scalars.allSatisfy(\.isASCII) { return nil }
  // Engines differ on whether a letter and its combining accent are one character.
  guard text.count == scalars.count, pattern.count == pattern.unicodeScalars.count else { return nil }
  var program = PatternProgram()
  guard program.add(parsed.node) else { return nil }
  return program.matches(scalars)
}

/// A pattern compiled to steps that are followed in parallel, so that matching takes at most steps × characters.
private struct PatternProgram {
  private enum Step {
    case one(ScalarSet)
    case split(Int, Int)
    case start, end
  }

  private var steps: [Step] = []
  /// The number of nodes that were added. There are more of them than steps if a quantifier repeats an empty part.
  private var additions = 0

  private static let stepLimit = 4_000
  private static let workLimit = 20_000_000

  /// Adds a node. Returns `false` if it isn't supported.
  mutating func add(_ node: PatternNode) -> Bool {
    additions += 1
    guard additions < Self.stepLimit else { return false }
    switch node {
    case .empty: return true
    case .one(let set): steps.append(.one(set))
    case .start: steps.append(.start)
    case .end: steps.append(.end)
    case .sequence(let nodes): return nodes.allSatisfy { add($0) }
    case .choice(let nodes): return add(choice: nodes)
    case .repeated(let node, let minimum, let maximum): return add(node, minimum, maximum)
    case .opaque: return false
    }
    return true
  }

  private mutating func add(choice nodes: [PatternNode]) -> Bool {
    var ends: [Int] = []
    for (index, node) in nodes.enumerated() {
      let fork = steps.count
      if index < nodes.count - 1 { steps.append(.split(fork + 1, fork + 1)) }
      guard add(node) else { return false }
      guard index < nodes.count - 1 else { continue }
      ends.append(steps.count)
      steps.append(.split(0, 0))
      steps[fork] = .split(fork + 1, steps.count)
    }
    for end in ends { steps[end] = .split(steps.count, steps.count) }
    return true
  }

  private mutating func add(_ node: PatternNode, _ minimum: Int, _ maximum: Int?) -> Bool {
    for _ in 0..<minimum {
      guard add(node) else { return false }
    }
    guard let maximum else {
      let fork = steps.count
      steps.append(.split(fork + 1, fork + 1))
      guard add(node) else { return false }
      steps.append(.split(fork, fork))
      steps[fork] = .split(fork + 1, steps.count)
      return true
    }
    var forks: [Int] = []
    for _ in minimum..<max(minimum, maximum) {
      forks.append(steps.count)
      steps.append(.split(0, 0))
      guard add(node) else { return false }
    }
    for fork in forks { steps[fork] = .split(fork + 1, steps.count) }
    return true
  }

  func matches(_ scalars: [Unicode.Scalar]) -> Bool? {
    guard (steps.count + 1) * (scalars.count + 1) <= Self.workLimit else { return nil }
    var current = StepSet(count: steps.count + 1)
    var following = StepSet(count: steps.count + 1)
    reach(0, &current, at: 0, of: scalars.count)
    for (position, scalar) in scalars.enumerated() {
      following.removeAll()
      for index in current.list where index < steps.count {
        if case .one(let set) = steps[index], set.contains(scalar) {
          reach(index + 1, &following, at: position + 1, of: scalars.count)
        }
      }
      swap(&current, &following)
    }
    return current.list.contains(steps.count)
  }

  /// Adds a step and all steps that are reached from it without consuming a character.
  private func reach(_ first: Int, _ set: inout StepSet, at position: Int, of count: Int) {
    var open = [first]
    while let index = open.popLast() {
      guard set.insert(index), index < steps.count else { continue }
      switch steps[index] {
      case .one: continue
      case .split(let left, let right): open += [right, left]
      case .start: if position == 0 { open.append(index + 1) }
      case .end: if position == count { open.append(index + 1) }
      }
    }
  }
}

/// A set of steps of a program that is cheap to empty.
private struct StepSet {
  private(set) var list: [Int] = []
  private var isIn: [Bool]

  init(count: Int) { isIn = Array(repeating: false, count: count) }

  mutating func insert(_ index: Int) -> Bool {
    guard !isIn[index] else { return false }
    isIn[index] = true
    list.append(index)
    return true
  }

  mutating func removeAll() {
    for index in list { isIn[index] = false }
    list.removeAll(keepingCapacity: true)
  }
}
