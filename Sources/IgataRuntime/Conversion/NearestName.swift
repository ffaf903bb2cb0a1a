/// The name that was most likely meant by `name`: the first of those with the fewest edits, if they are few.
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

private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var previous = Array(0...right.count)
  for (row, leftScalar) in left.enumerated() {
    var current = [row + 1]
    for (column, rightScalar) in right.enumerated() {
      let replaced = previous[column] + (leftScalar == rightScalar ? 0 : 1)
      current.append(min(replaced, previous[column + 1] + 1, current[column] + 1))
    }
    previous = current
  }
  return previous[right.count]
}
