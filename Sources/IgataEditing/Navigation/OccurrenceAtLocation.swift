import IgataDiagnostics
import IgataSchema

extension Snapshot {
  /// The name at a location, or the one that ends there.
  public func occurrence(at location: TextLocation) -> NameUse? {
    guard occurrences.indices.contains(location.file) else { return nil }
    let names = occurrences[location.file]
    // The first that doesn't end before the location. Names don't overlap.
    let first = names.partitionIndex { $0.range.end >= location.offset }
    guard first < names.count else { return nil }
    // Between two adjacent names, such as in `a.b`, the second one is meant if it starts here.
    if first + 1 < names.count, names[first + 1].range.start == location.offset { return names[first + 1] }
    return names[first].range.start <= location.offset ? names[first] : nil
  }
}
