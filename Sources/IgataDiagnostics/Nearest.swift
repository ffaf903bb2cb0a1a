/// The candidate that `written` was most likely meant to be, or nothing where none is near.
///
/// Near is an edit distance (a letter added, left out, changed, or exchanged with its neighbour) of about a third of
/// the word's length. Upper and lower case count as the same letter; among equally near ones, the one nearer in case
/// is taken, then the first by its letters, so that the order of the candidates means nothing. Very long words are
/// near to nothing.
public func nearest(_ written: String, in candidates: some Sequence<String>) -> String? {
  guard written.utf8.count <= 4 * longestComparedWord else { return nil }
  // What differs by look-alikes alone is as near as can be.
  let word = LookAlike.plain(written) ?? written
  let letters = Array(word.lowercased())
  guard letters.count <= longestComparedWord else { return nil }
  var best: (rank: (Int, Int), candidate: String)?
  for candidate in candidates where candidate.utf8.count <= 4 * longestComparedWord && candidate != written {
    let folded = Array(candidate.lowercased())
    let bound = max(letters.count, folded.count) / 3
    guard abs(letters.count - folded.count) <= bound else { continue }
    let distance = editDistance(letters, folded)
    guard distance <= bound else { continue }
    let rank = (distance, editDistance(Array(word), Array(candidate)))
    if let found = best, found.rank < rank || (found.rank == rank && found.candidate <= candidate) { continue }
    best = (rank, candidate)
  }
  return best?.candidate
}

private let longestComparedWord = 64

private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = Array(0...right.count)
  for row in 1...left.count {
    var current = [row]
    current.reserveCapacity(right.count + 1)
    for column in 1...right.count {
      let changed = last[column - 1] + (left[row - 1] == right[column - 1] ? 0 : 1)
      var distance = min(changed, last[column] + 1, current[column - 1] + 1)
      if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
        distance = min(distance, beforeLast[column - 2] + 1)
      }
      current.append(distance)
    }
    (beforeLast, last) = (last, current)
  }
  return last[right.count]
}
