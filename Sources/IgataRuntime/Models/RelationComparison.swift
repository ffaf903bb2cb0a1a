/// Compares the related models of models. It uses a list of pending comparisons instead of recursion, as chains of
/// models may have any length.
final class RelationComparison: RelationVisitor {
  /// The boxes of the first model of a pair, in the order in which it visited them.
  private var boxes: [AnyObject?] = []
  private var index = 0
  private var isFirst = true
  private var isEqual = true
  /// The remaining pairs.
  private var pairs: [any ComparedPair] = []

  private init() {}

  /// Whether two models with equal columns have equal relations.
  static func areEqual<Model: PersistableModel>(_ left: Model, _ right: Model) -> Bool {
    let comparison = RelationComparison()
    comparison.compareRelations(left, right)
    return comparison.finish()
  }

  /// Whether two references have equal keys and equal targets. A loaded target doesn't equal one that isn't loaded.
  static func areEqual<Target>(_ left: ReferenceBox<Target>, _ right: ReferenceBox<Target>) -> Bool {
    if left === right { return true }
    guard left.key == right.key else { return false }
    let comparison = RelationComparison()
    comparison.pairs = [ReferencePair(left: left, right: right)]
    return comparison.finish()
  }

  /// Whether two lists have equal members.
  static func areEqual<Target>(_ left: ReferenceListBox<Target>, _ right: ReferenceListBox<Target>) -> Bool {
    if left === right { return true }
    let comparison = RelationComparison()
    comparison.pairs = [ListPair(left: left, right: right)]
    return comparison.finish()
  }

  private func finish() -> Bool {
    while isEqual, let pair = pairs.popLast() { isEqual = pair.compare(with: self) }
    return isEqual
  }

  /// Compares the columns of two models, and adds their relations to the pending comparisons.
  fileprivate func compare<Model: PersistableModel>(_ left: Model, _ right: Model) -> Bool {
    guard ColumnComparison.areEqual(left, right) else { return false }
    if !Model.table.relations.isEmpty { compareRelations(left, right) }
    return isEqual
  }

  private func compareRelations<Model: PersistableModel>(_ left: Model, _ right: Model) {
    (index, isFirst) = (0, true)
    boxes.removeAll(keepingCapacity: true)
    var (left, right) = (left, right)
    left._visitRelations(self)
    isFirst = false
    right._visitRelations(self)
  }

  func visit<Target>(_ reference: inout Reference<Target>, relation: Int) {
    note(reference.box) { ReferencePair(left: $0, right: $1) }
  }

  func visit<Target>(_ reference: inout Reference<Target>?, relation: Int) {
    note(reference?.box) { ReferencePair(left: $0, right: $1) }
  }

  func visit<Target>(_ wrapper: inout OwnedReference<Target>, relation: Int) {
    note(wrapper.box) { ReferencePair(left: $0, right: $1) }
  }

  func visit<Target>(_ link: inout LinkedReference<Target>, relation: Int) {
    note(link.box) { ReferencePair(left: $0, right: $1) }
  }

  func visit<Target>(_ list: inout ReferenceList<Target>, relation: Int) {
    note(list.box) { ListPair(left: $0, right: $1) }
  }

  private func note<Box: AnyObject>(_ box: Box?, _ pair: (Box, Box) -> any ComparedPair) {
    if isFirst { return boxes.append(box) }
    guard isEqual, boxes.indices.contains(index) else { return isEqual = false }
    let first = boxes[index]
    index += 1
    if first === box { return }
    guard let first = first as? Box, let box else { return isEqual = false }
    pairs.append(pair(first, box))
  }
}

/// Two values to compare, independent of their type.
private protocol ComparedPair {
  /// Whether they are equal, apart from the pairs that it adds to the comparison.
  func compare(with comparison: RelationComparison) -> Bool
}

private struct ReferencePair<Target: PersistableModel>: ComparedPair {
  let left: ReferenceBox<Target>
  let right: ReferenceBox<Target>

  func compare(with comparison: RelationComparison) -> Bool {
    guard let left = left.target, let right = right.target else { return left.isLoaded == right.isLoaded }
    return comparison.compare(left, right)
  }
}

private struct ListPair<Target: PersistableModel>: ComparedPair {
  let left: ReferenceListBox<Target>
  let right: ReferenceListBox<Target>

  func compare(with comparison: RelationComparison) -> Bool {
    left.targets.count == right.targets.count
      && zip(left.targets, right.targets).allSatisfy { comparison.compare($0, $1) }
  }
}
