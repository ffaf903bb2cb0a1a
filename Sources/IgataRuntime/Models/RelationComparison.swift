/// Holds what one model relates to against what another does: shows itself to the first, then to the second.
final class RelationComparison: RelationVisitor {
  private let relations: [RelationDescription]
  /// The boxes of the first model, in the order in which it showed them.
  private var boxes: [AnyObject?] = []
  private var place = 0
  private var isFirst = true
  private var isEqual = true

  private init(_ relations: [RelationDescription]) { self.relations = relations }

  static func areEqual<Model: PersistableModel>(_ left: Model, _ right: Model) -> Bool {
    let comparison = RelationComparison(Model.table.relations)
    var (left, right) = (left, right)
    left.showRelations(to: comparison)
    comparison.isFirst = false
    right.showRelations(to: comparison)
    return comparison.isEqual
  }

  func visit<Target>(_ reference: inout Reference<Target>, relation: Int) {
    compare(reference.box) { $0.target == $1.target }
  }

  func visit<Target>(_ reference: inout Reference<Target>?, relation: Int) {
    // Where the key says all, the columns have been compared.
    if relations.indices.contains(relation), case .optional = relations[relation].kind { return }
    compare(reference?.box) { $0.target == $1.target }
  }

  func visit<Target>(_ list: inout ReferenceList<Target>, relation: Int) {
    compare(list.box) { $0.targets == $1.targets }
  }

  private func compare<Box: AnyObject>(_ box: Box?, _ areEqual: (Box, Box) -> Bool) {
    if isFirst { return boxes.append(box) }
    guard isEqual, boxes.indices.contains(place) else { return isEqual = false }
    let first = boxes[place]
    place += 1
    if first === box { return }
    guard let first = first as? Box, let box else { return isEqual = false }
    isEqual = areEqual(first, box)
  }
}
