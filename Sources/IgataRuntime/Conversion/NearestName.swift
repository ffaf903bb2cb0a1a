/// The name that `name` was most likely meant to be: the first of those with the fewest edits, if they are few.
func nearestName(to name: String, among names: some Sequence<String>) -> String? {
  let wanted = Array(name.lowercased().unicodeScalars.prefix(65))
  guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
  var best: (name: String, distance: Int)?
  for candidate in names {
    let scalars = Array(candidate.lowercased().unicodeScalars.prefix(65))
    let distance = editDistance(wanted, scalars)
    guard distance <= max(1, min(wanted.count, scalars.count) / 3) else { continue }
    if let current = best, current.distance <= distance { continue }
    best = (candidate, distance)
  }
  return best?.name
}

/// The number of letters that must be inserted, deleted, replaced or swapped with the next one.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var beforePrevious: [Int] = []
  var previous = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    for column in right.indices {
      let replaced = previous[column] + (left[row] == right[column] ? 0 : 1)
      var distance = min(replaced, previous[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        distance = min(distance, beforePrevious[column - 1] + 1)
      }
      current.append(distance)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[right.count]
}
