/// The candidate that `written` was most likely meant to be, or `nil` if none is similar.
///
/// A candidate is similar if its edit distance (letters inserted, deleted, replaced, or swapped with an adjacent one)
/// is at most a third of the word's length. The comparison ignores case. Among equally similar candidates, the one with
/// the most similar case is returned, then the first in alphabetical order, so that the result doesn't depend on the
/// order of the candidates. Very long words aren't similar to anything.
public func nearest(_ written: String, in candidates: some Sequence<String>) -> String? {
  guard written.utf8.count <= 4 * longestComparedWord else { return nil }
  // A candidate that differs by look-alike characters alone is the best match.
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
