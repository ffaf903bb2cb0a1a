/// A to-one relation as a model stores it: the target's key, and the target itself if it is loaded.
///
/// The target is stored in an object, so that a model may relate to its own type, and 10,000 accounts of one owner
/// share it. A relation whose target was changed also keeps its base: the value that it first had for the key.
public struct Reference<Target: PersistableModel>: Sendable {
  let box: ReferenceBox<Target>

  init(box: ReferenceBox<Target>) { self.box = box }

  /// A relation to a model. If the model is new, saving the owner inserts it.
  public init(_ target: Target) { self.init(target, base: nil) }

  /// A relation to a model of which only the key is known.
  public init(key: Target.PrimaryKey) { box = ReferenceBox(key: key) }

  /// A relation that replaces another one; `nil` if there is no target.
  public init?(_ target: Target?, replacing old: Reference?) {
    guard let target else { return nil }
    self.init(target, base: old?.box.base(for: target))
  }

  /// A relation to a model of which only the key is known, or the relation that it replaces if that has the same key;
  /// `nil` if there is no key.
  public init?(key: Target.PrimaryKey?, replacing old: Reference?) {
    guard let key else { return nil }
    if let old, old.key == key { self = old } else { self.init(key: key) }
  }

  private init(_ target: Target, base: ReferenceBox<Target>?) {
    let isBlank = target._origin.isKeyOnly && target == Target(_blankWithKey: target.primaryKey)
    box = isBlank ? ReferenceBox(key: target.primaryKey) : ReferenceBox(target, base: base)
  }

  /// The target's key. Setting another one makes it a relation of which only the key is known.
  public var key: Target.PrimaryKey {
    get { box.key }
    set { if newValue != box.key { self = Reference(key: newValue) } }
  }

  /// The target; `nil` if only its key is known.
  public var loaded: Target? { box.origin.isKeyOnly ? nil : box.target }

  /// The target of an optional relation, for its accessor; `nil`, with a warning in debug builds, if only its key is
  /// known.
  ///
  /// - Parameter relation: The model and its field, for the warning: `Account.parent`.
  public func loaded(for relation: StaticString) -> Target? {
    let target = loaded
    if target == nil { UnloadedRelation.warn(relation, isOptional: true) }
    return target
  }

  /// The ``target`` of a required relation, for its accessor, with a warning in debug builds if only its key is known.
  ///
  /// - Parameter relation: The model and its field, for the warning: `Account.owner`.
  public func target(for relation: StaticString) -> Target {
    if box.target == nil { UnloadedRelation.warn(relation, isOptional: false) }
    return target
  }

  /// The target. If only its key is known, it is a model with this key and blank values, which is never written:
  /// a save throws ``StoreError/notLoaded(model:field:)`` if it was changed.
  public var target: Target {
    get { box.target ?? Target(_blankWithKey: box.key) }
    set { self = Reference(newValue, base: box.base(for: newValue)) }
    _modify {
      var changed = target
      defer { self = Reference(changed, base: box.base(for: changed)) }
      yield &changed
    }
  }
}

/// The part of a ``ReferenceBox`` that doesn't depend on the model's type.
///
/// `@unchecked Sendable`: written only by the load or save that made the box, before any model that holds it leaves
/// that load or save; from then on it never changes.
class AnyReferenceBox: @unchecked Sendable {
  /// The origin of the target; key only if there is no target.
  fileprivate(set) final var origin = ModelOrigin.keyOnly
  /// Whether there is a target; reading the target itself would copy it.
  fileprivate(set) final var isLoaded = false

  fileprivate init() {}

  /// A box without a target for the key that begins at `column` of the row.
  ///
  /// A load keeps the types of its boxes and creates each box by this initializer: looking up the metadata of a box's
  /// type takes more instructions than creating the box.
  required init(row: inout RowReader, at column: Int) {}

  /// The same box.
  ///
  /// - Precondition: It is a box for a `Target`. A loader, and a group of a save, has boxes for one model alone.
  final func of<Target>(_ target: Target.Type) -> ReferenceBox<Target> {
    unsafeDowncast(self, to: ReferenceBox<Target>.self)
  }
}

/// The object that a ``Reference`` points to.
///
/// `@unchecked Sendable`: `target` is written only by the load or save that made the box, before any model that holds
/// it leaves that load or save; from then on the box never changes.
final class ReferenceBox<Target: PersistableModel>: AnyReferenceBox, @unchecked Sendable {
  /// A placeholder until the target is loaded, if a relation refers to other columns than the key.
  fileprivate(set) var key: Target.PrimaryKey
  fileprivate(set) var target: Target?
  /// The box that the relation first had for the key and the origin, if it isn't this one.
  let base: ReferenceBox?

  init(_ target: Target, base: ReferenceBox? = nil) {
    key = target.primaryKey
    self.target = target
    self.base = base
    super.init()
    origin = target._origin
    isLoaded = true
  }

  init(key: Target.PrimaryKey) {
    self.key = key
    base = nil
    super.init()
  }

  required init(row: inout RowReader, at column: Int) {
    key = Target.PrimaryKey(row: &row, at: column)
    base = nil
    super.init(row: &row, at: column)
  }

  deinit {
    guard isLoaded else { return }
    ReleaseDepth.release(&target, leaving: nil)
  }

  /// The base of a relation that had this box and now refers to `target`; `nil` if `target` begins a new one.
  func base(for target: Target) -> ReferenceBox? {
    isLoaded && origin == target._origin && StoredKey(key) == StoredKey(target.primaryKey) ? base ?? self : nil
  }

  /// Called by a load or a save for its own boxes.
  @inline(__always)
  func fill(_ target: Target, origin: ModelOrigin) {
    self.target = target
    isLoaded = true
    self.origin = origin
  }

  /// Like ``fill(_:origin:)``, for a box that has no key yet.
  func fill(keyless target: Target, origin: ModelOrigin) {
    key = target.primaryKey
    fill(target, origin: origin)
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
