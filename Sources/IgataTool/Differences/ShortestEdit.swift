/// The fewest lines to take out and to put in so that one list becomes another: Myers' greedy search.
struct ShortestEdit {
  private let old: [Int]
  private let new: [Int]
  /// For each number of edits how far the search came on each diagonal, from `-edits` in steps of two.
  private var reached: [[Int]] = []

  init(old: [Int], new: [Int]) {
    self.old = old
    self.new = new
  }

  /// The edits, in order, or nothing where finding them would cost more than `budget`, which is charged.
  mutating func steps(budget: inout Int) -> [LineDifference.Replacement]? {
    for edits in 0...(old.count + new.count) {
      budget -= edits + 1
      guard budget > 0 else { return nil }
      var row: [Int] = []
      row.reserveCapacity(edits + 1)
      for slot in 0...edits {
        let start = self.start(slot, of: edits)
        let end = slide(from: start, diagonal: 2 * slot - edits, budget: &budget)
        row.append(end)
        if end >= old.count, end - (2 * slot - edits) >= new.count {
          reached.append(row)
          return path(edits: edits, slot: slot)
        }
      }
      reached.append(row)
    }
    return nil
  }

  /// The old line at which a diagonal starts: below the one before it, or to the right of it, whichever is further.
  private func start(_ slot: Int, of edits: Int) -> Int {
    guard edits > 0, let before = reached.last else { return 0 }
    if slot == 0 { return before[0] }
    if slot == edits { return before[slot - 1] + 1 }
    return comesFromAbove(slot, before) ? before[slot] : before[slot - 1] + 1
  }

  /// Whether the step to `slot` puts a line in, rather than taking one out.
  private func comesFromAbove(_ slot: Int, _ before: [Int]) -> Bool {
    slot == 0 || (slot < before.count && before[slot - 1] < before[slot])
  }

  private func slide(from start: Int, diagonal: Int, budget: inout Int) -> Int {
    var (left, right) = (start, start - diagonal)
    while left < old.count, right >= 0, right < new.count, old[left] == new[right] {
      left += 1
      right += 1
    }
    budget -= left - start
    return left
  }

  private func path(edits: Int, slot: Int) -> [LineDifference.Replacement] {
    var steps: [LineDifference.Replacement] = []
    var (edits, slot) = (edits, slot)
    while edits > 0 {
      let before = reached[edits - 1]
      if comesFromAbove(slot, before) {
        // The diagonal above has the same slot in its own row, which begins one diagonal further up.
        let left = before[slot]
        let right = left - (2 * slot - edits) - 1
        steps.append(LineDifference.Replacement(old: left..<left, new: right..<right + 1))
      } else {
        let left = before[slot - 1]
        let right = left + 1 - (2 * slot - edits)
        steps.append(LineDifference.Replacement(old: left..<left + 1, new: right..<right))
        slot -= 1
      }
      edits -= 1
    }
    return steps.reversed()
  }
}
