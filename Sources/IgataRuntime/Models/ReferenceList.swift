/// An ordered to-many relation as a model stores it.
///
/// A list that was changed keeps its base: the members that it had when it was read.
public struct ReferenceList<Target: PersistableModel>: Sendable {
  let box: ReferenceListBox<Target>

  init(box: ReferenceListBox<Target>) { self.box = box }

  /// A list of models. Saving the owner inserts those that are new, and replaces the list.
  public init(_ targets: [Target]) { box = ReferenceListBox(targets) }

  /// The members, in order. Saving the owner after a change of them merges the change with the stored list.
  public var targets: [Target] {
    get { box.targets }
    set { self = ReferenceList(box: ReferenceListBox(newValue, base: box.isRead ? box.base ?? box : nil)) }
    _modify {
      var changed = box.targets
      defer { targets = changed }
      yield &changed
    }
  }
}

/// The part of a ``ReferenceListBox`` that doesn't depend on the model's type.
///
/// `@unchecked Sendable`: written only by the load or save that made the box, before any model that holds it leaves
/// that load.
class AnyReferenceListBox: @unchecked Sendable {
  /// A member that was read: the number of the list's owner, the position in the list, and the target.
  typealias Member = (owner: Int, position: Int64, box: AnyReferenceBox)

  /// The read or save that the members come from; key only if the program made the list.
  final let origin: ModelOrigin

  /// An empty list. A load keeps the type, as it does for the boxes of references.
  required init(origin: ModelOrigin) { self.origin = origin }

  /// The same box.
  ///
  /// - Precondition: It is a box for `Target`s. A loader has boxes for one model alone.
  final func of<Target>(_ target: Target.Type) -> ReferenceListBox<Target> {
    unsafeDowncast(self, to: ReferenceListBox<Target>.self)
  }
}

/// The object that a ``ReferenceList`` points to.
///
/// `@unchecked Sendable`: written only by the load or save that made the box, before any model that holds it leaves
/// that load or save.
final class ReferenceListBox<Target: PersistableModel>: AnyReferenceListBox, @unchecked Sendable {
  private(set) var targets: [Target]
  /// The list as it was read, if it has been changed since.
  let base: ReferenceListBox?

  init(_ targets: [Target], base: ReferenceListBox? = nil, origin: ModelOrigin? = nil) {
    self.targets = targets
    self.base = base
    super.init(origin: origin ?? base?.origin ?? .keyOnly)
  }

  required init(origin: ModelOrigin) {
    targets = []
    base = nil
    super.init(origin: origin)
  }

  deinit {
    if targets.isEmpty { return }
    ReleaseDepth.release(&targets, leaving: [])
  }

  /// Whether the members, or those of the base, were read from a store.
  fileprivate var isRead: Bool { !origin.isKeyOnly }

  /// Appends the members that are loaded. Called by a load for its own boxes.
  @inline(__always)
  func append(_ members: ArraySlice<Member>) {
    var targets = targets
    targets.reserveCapacity(targets.count + members.count)
    for member in members { if let target = member.box.of(Target.self).target { targets.append(target) } }
    self.targets = targets
  }

  /// Replaces the members. Called by a save for its own boxes.
  func replace(with targets: [Target]) { self.targets = targets }
}

extension ReferenceList: Hashable {
  // Not named `==`, as the compiler considers every `==` in each comparison of a program.
  @_implements(Equatable,==(_:_:))
  public static func _areEqual(_ left: ReferenceList, _ right: ReferenceList) -> Bool {
    RelationComparison.areEqual(left.box, right.box)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(targets.count) }
}
