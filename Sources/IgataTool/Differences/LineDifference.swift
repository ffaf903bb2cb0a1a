/// How one list of lines becomes another.
struct LineDifference {
  /// Lines of the old list that are replaced by lines of the new one; one of the two may be empty.
  struct Replacement: Hashable {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// What differs, in order; between two of them the lists are the same.
  private(set) var replacements: [Replacement] = []

  private let old: [Int]
  private let new: [Int]
  /// How many more steps may be spent on a difference that is small. When none are left, what remains is replaced as a
  /// whole: that is a difference as well, only not the shortest.
  private var budget: Int

  /// Compares lines that stand as numbers, equal ones for equal lines.
  init(old: [Int], new: [Int], budget: Int = 8_000_000) {
    self.old = old
    self.new = new
    self.budget = budget
    compare()
    merge()
  }

  // Patience first: lines that are there once on both sides are what a person would line up. Between them, and where
  // there are none, the shortest difference.
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

  /// The lines that are there once on both sides, as many of them as stand in the same order.
  private func commonAnchors(_ part: Replacement) -> [(old: Int, new: Int)] {
    var places: [Int: (old: Int, new: Int)] = [:]
    let none = -1
    let several = -2
    for index in part.old {
      let isFirst = places[old[index]] == nil
      places[old[index]] = (isFirst ? index : several, none)
    }
    for index in part.new {
      guard let place = places[new[index]], place.old >= 0 else { continue }
      places[new[index]] = (place.old, place.new == none ? index : several)
    }
    let common = places.values.filter { $0.old >= 0 && $0.new >= 0 }.sorted { $0.old < $1.old }
    return longestIncreasing(common)
  }

  /// The longest part of `pairs` in which the new places rise as the old ones do.
  private func longestIncreasing(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
    // For each length the pair that ends the best sequence of it, and for each pair the one before it.
    var tails: [Int] = []
    var previous = [Int?](repeating: nil, count: pairs.count)
    for index in pairs.indices {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = low + (high - low) / 2
        if pairs[tails[middle]].new < pairs[index].new { low = middle + 1 } else { high = middle }
      }
      previous[index] = low > 0 ? tails[low - 1] : nil
      if low < tails.count { tails[low] = index } else { tails.append(index) }
    }
    var sequence: [(old: Int, new: Int)] = []
    var next = tails.last
    while let index = next {
      sequence.append(pairs[index])
      next = previous[index]
    }
    return sequence.reversed()
  }

  /// Appends the shortest difference of a part, or all of it if that would take too long: the search may take as many
  /// steps as the square of its lines.
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

  /// Makes one replacement of those that touch.
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
