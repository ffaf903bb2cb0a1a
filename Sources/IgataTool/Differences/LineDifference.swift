import IgataDiagnostics

/// The difference between two lists of lines.
struct LineDifference {
  /// Lines of the old list that are replaced by lines of the new one. One of the two may be empty.
  struct Replacement: Hashable {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// The replacements in order. Between two of them, the lists are equal.
  private(set) var replacements: [Replacement] = []

  private let old: [Int]
  private let new: [Int]
  /// The number of steps that remain for finding a small difference. When it reaches zero, the rest is replaced as a
  /// whole, which is correct, but not the shortest difference.
  private var budget: Int

  /// Compares lines that are represented by numbers. Equal lines have equal numbers.
  init(old: [Int], new: [Int], budget: Int = 8_000_000) {
    self.old = old
    self.new = new
    self.budget = budget
    compare()
    merge()
  }

  // Like a patience diff, this first matches lines that occur once on both sides, as a person would. Between them, and
  // if there are none, it uses the shortest difference.
  private mutating func compare() {
    var waiting = [Replacement(old: old.indices, new: new.indices)]
    while let part = waiting.popLast() {
      let rest = trimmed(part)
      if rest.old.isEmpty || rest.new.isEmpty {
        if !(rest.old.isEmpty && rest.new.isEmpty) { replacements.append(rest) }
        continue
      }
      budget -= rest.old.count + rest.new.count
      let anchors = budget > 0 ? commonAnchors(rest) : []
      if anchors.isEmpty {
        appendShortest(rest)
      } else {
        waiting.append(contentsOf: parts(of: rest, between: anchors).reversed())
      }
    }
  }

  private func trimmed(_ part: Replacement) -> Replacement {
    var part = part
    while let left = part.old.first, let right = part.new.first, old[left] == new[right] {
      part.old = left + 1..<part.old.upperBound
      part.new = right + 1..<part.new.upperBound
    }
    while let left = part.old.last, let right = part.new.last, old[left] == new[right] {
      part.old = part.old.lowerBound..<left
      part.new = part.new.lowerBound..<right
    }
    return part
  }

  private func parts(of whole: Replacement, between anchors: [(old: Int, new: Int)]) -> [Replacement] {
    var parts: [Replacement] = []
    var (left, right) = (whole.old.lowerBound, whole.new.lowerBound)
    for anchor in anchors {
      parts.append(Replacement(old: left..<anchor.old, new: right..<anchor.new))
      (left, right) = (anchor.old + 1, anchor.new + 1)
    }
    parts.append(Replacement(old: left..<whole.old.upperBound, new: right..<whole.new.upperBound))
    return parts
  }

  /// The lines that occur once on both sides, as many of them as are in the same order.
  private func commonAnchors(_ part: Replacement) -> [(old: Int, new: Int)] {
    var occurrences: [Int: (old: Int, new: Int)] = [:]
    let none = -1
    let several = -2
    for index in part.old {
      let isFirst = occurrences[old[index]] == nil
      occurrences[old[index]] = (isFirst ? index : several, none)
    }
    for index in part.new {
      guard let occurrence = occurrences[new[index]], occurrence.old >= 0 else { continue }
      occurrences[new[index]] = (occurrence.old, occurrence.new == none ? index : several)
    }
    let common = occurrences.values.filter { $0.old >= 0 && $0.new >= 0 }.sorted { $0.old < $1.old }
    return longestIncreasing(common)
  }

  /// The longest subsequence of `pairs` in which the new indices increase like the old ones.
  private func longestIncreasing(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
    // For each length, the pair that ends the best sequence of that length, and for each pair, its predecessor.
    var tails: [Int] = []
    var previous = [Int?](repeating: nil, count: pairs.count)
    for index in pairs.indices {
      let length = tails.partitionIndex { pairs[$0].new >= pairs[index].new }
      previous[index] = length > 0 ? tails[length - 1] : nil
      if length < tails.count { tails[length] = index } else { tails.append(index) }
    }
    var sequence: [(old: Int, new: Int)] = []
    var next = tails.last
    while let index = next {
      sequence.append(pairs[index])
      next = previous[index]
    }
    return sequence.reversed()
  }

  /// Appends the shortest difference of a part, or replaces all of it if the search would take too long. The number of
  /// steps is quadratic in the worst case.
  private mutating func appendShortest(_ part: Replacement) {
    let lines = part.old.count + part.new.count
    guard lines <= budget, lines * lines <= budget else { return replacements.append(part) }
    budget -= lines * lines
    var removals: Set<Int> = []
    var insertions: Set<Int> = []
    for change in new[part.new].difference(from: old[part.old]) {
      switch change {
      case .remove(let offset, _, _): removals.insert(part.old.lowerBound + offset)
      case .insert(let offset, _, _): insertions.insert(part.new.lowerBound + offset)
      }
    }
    var (left, right) = (part.old.lowerBound, part.new.lowerBound)
    while left < part.old.upperBound || right < part.new.upperBound {
      let start = (left, right)
      while removals.contains(left) { left += 1 }
      while insertions.contains(right) { right += 1 }
      if (left, right) == start {
        left += 1
        right += 1
      } else {
        replacements.append(Replacement(old: start.0..<left, new: start.1..<right))
      }
    }
  }

  /// Merges adjacent replacements.
  private mutating func merge() {
    var merged: [Replacement] = []
    for next in replacements {
      if let last = merged.last, last.old.upperBound == next.old.lowerBound, last.new.upperBound == next.new.lowerBound
      {
        merged[merged.count - 1] = Replacement(
          old: last.old.lowerBound..<next.old.upperBound, new: last.new.lowerBound..<next.new.upperBound)
      } else {
        merged.append(next)
      }
    }
    replacements = merged
  }
}
