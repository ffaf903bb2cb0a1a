/// A to-one relation as a model stores it: the target's key, and the target itself if it is loaded.
///
/// The target is stored in an object, so that a model may relate to its own type, and 10,000 accounts of one owner
/// share it.
public struct Reference<Target: PersistableModel>: Sendable {
  let box: ReferenceBox<Target>

  init(box: ReferenceBox<Target>) { self.box = box }

  /// A relation to a model. Saving the owner also saves the model.
  public init(_ target: Target) { box = ReferenceBox(key: target.primaryKey, target: target, origin: nil) }

  /// A relation to a model of which only the key is known. Saving the owner doesn't change that model.
  public init(key: Target.PrimaryKey) { box = ReferenceBox(key: key, target: nil, origin: nil) }

  /// The target's key.
  public var key: Target.PrimaryKey { box.key }

  /// The target; `nil` if only its key is known.
  public var loaded: Target? { box.target }

  /// The target. If only its key is known, it is a model with this key and blank values. Setting or changing it makes
  /// it a relation to the new model.
  public var target: Target {
    get { box.target ?? Target(_blankWithKey: box.key) }
    set { self = Reference(newValue) }
    _modify {
      var changed = target
      defer { self = Reference(changed) }
      yield &changed
    }
  }
}

/// The part of a ``ReferenceBox`` that doesn't depend on the model's type.
///
/// `@unchecked Sendable`: written only by the load that made the box, before any model that holds it leaves that load;
/// from then on it never changes.
class AnyReferenceBox: @unchecked Sendable {
  /// Whether there is a target; reading the target itself would copy it.
  fileprivate(set) final var isLoaded = false
  /// The store that the target was loaded from or saved to, if it hasn't changed since; `nil` if it is new or changed.
  fileprivate(set) final var origin: StoreIdentity?

  fileprivate init() {}

  /// A box without a target for the key that begins at `column` of the row.
  ///
  /// A load keeps the types of its boxes and creates each box by this initializer: looking up the metadata of a box's
  /// type takes more instructions than creating the box.
  required init(row: inout RowReader, at column: Int) {}

  /// The same box.
  ///
  /// - Precondition: It is a box for a `Target`. A loader has boxes for one model alone.
  final func of<Target>(_ target: Target.Type) -> ReferenceBox<Target> {
    unsafeDowncast(self, to: ReferenceBox<Target>.self)
  }
}

/// The object that a ``Reference`` points to.
///
/// `@unchecked Sendable`: `target` is written only by the load that made the box, before any model that holds it leaves
/// that load; from then on the box never changes.
final class ReferenceBox<Target: PersistableModel>: AnyReferenceBox, @unchecked Sendable {
  let key: Target.PrimaryKey
  fileprivate(set) var target: Target?

  init(key: Target.PrimaryKey, target: Target?, origin: StoreIdentity?) {
    self.key = key
    self.target = target
    super.init()
    self.origin = origin
    isLoaded = target != nil
  }

  required init(row: inout RowReader, at column: Int) {
    key = Target.PrimaryKey(row: &row, at: column)
    super.init(row: &row, at: column)
  }

  deinit {
    guard isLoaded else { return }
    ReleaseDepth.release(&target)
  }

  /// A new box for the same key, without a target.
  func emptied() -> ReferenceBox { ReferenceBox(key: key, target: nil, origin: nil) }

  /// Called by a load for its own boxes.
  @inline(__always)
  func fill(_ target: Target, origin: StoreIdentity) {
    self.target = target
    isLoaded = true
    self.origin = origin
  }
}

/// An ordered to-many relation as a model stores it.
public struct ReferenceList<Target: PersistableModel>: Sendable {
  let box: ReferenceListBox<Target>

  init(box: ReferenceListBox<Target>) { self.box = box }

  /// A list of models. Saving the owner also saves its members, and replaces the list.
  public init(_ targets: [Target]) { box = ReferenceListBox(targets: targets, origin: nil) }

  /// The members, in order.
  public var targets: [Target] { box.targets }
}

/// The part of a ``ReferenceListBox`` that doesn't depend on the model's type.
///
/// `@unchecked Sendable`: written only by the load that made the box, before any model that holds it leaves that load.
class AnyReferenceListBox: @unchecked Sendable {
  final let origin: StoreIdentity?

  /// An empty list. A load keeps the type, as it does for the boxes of references.
  required init(origin: StoreIdentity?) { self.origin = origin }

  /// The same box.
  ///
  /// - Precondition: It is a box for `Target`s. A loader has boxes for one model alone.
  final func of<Target>(_ target: Target.Type) -> ReferenceListBox<Target> {
    unsafeDowncast(self, to: ReferenceListBox<Target>.self)
  }
}

/// The object that a ``ReferenceList`` points to.
///
/// `@unchecked Sendable`: written only by the load that made the box, before any model that holds it leaves that load.
final class ReferenceListBox<Target: PersistableModel>: AnyReferenceListBox, @unchecked Sendable {
  fileprivate(set) var targets: [Target]

  init(targets: [Target], origin: StoreIdentity?) {
    self.targets = targets
    super.init(origin: origin)
  }

  required init(origin: StoreIdentity?) {
    targets = []
    super.init(origin: origin)
  }

  deinit {
    if targets.isEmpty { return }
    var targets: [Target]? = targets
    self.targets = []
    ReleaseDepth.release(&targets)
  }

  /// Appends the members that are loaded. Called by a load for its own boxes.
  @inline(__always)
  func append(_ members: ArraySlice<AnyListLoader.Member>) {
    var targets = targets
    targets.reserveCapacity(targets.count + members.count)
    for member in members { if let target = member.box.of(Target.self).target { targets.append(target) } }
    self.targets = targets
  }
}

extension Reference: Hashable {
  /// Whether the keys are equal, and the targets. A loaded target doesn't equal one that isn't loaded.
  // Not named `==`, as the compiler considers every `==` in each comparison of a program.
  @_implements(Equatable,==(_:_:))
  public static func _areEqual(_ left: Reference, _ right: Reference) -> Bool {
    RelationComparison.areEqual(left.box, right.box)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension ReferenceList: Hashable {
  // Not named `==`, as the compiler considers every `==` in each comparison of a program.
  @_implements(Equatable,==(_:_:))
  public static func _areEqual(_ left: ReferenceList, _ right: ReferenceList) -> Bool {
    RelationComparison.areEqual(left.box, right.box)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(targets.count) }
}
