/// A wrapper as its owner stores it: the one model that belongs to the owner, or none.
///
/// Its row is written with the owner and deleted with it. A wrapper that was changed or cleared keeps the value that it
/// had when it was read, so that a save writes only what is different.
public struct OwnedReference<Target: PersistableModel>: Sendable {
  /// The value; `nil` if there is none.
  var box: ReferenceBox<Target>?
  /// What was read before the value was changed or cleared.
  private(set) var replaced: ReferenceBox<Target>?

  /// No value.
  public init() { self.init(box: nil) }

  init(box: ReferenceBox<Target>?) { self.box = box }

  /// The value; `nil` if there is none.
  public var value: Target? { box.map { $0.target ?? Target(_blankWithKey: $0.key) } }

  /// The key of the value's row; `nil` if there is none.
  public var key: Target.PrimaryKey? { box?.key }

  /// Whether there is a value.
  public var isPresent: Bool { box != nil }

  /// Whether there was a value, and there is none now.
  var isCleared: Bool { box == nil && replaced != nil }

  /// A copy of a value, in the row of the owner that has another one; no value if it is `nil`.
  ///
  /// - Parameters:
  ///   - value: The value to copy.
  ///   - old: The value that the owner has.
  ///   - key: The key of the row if the owner has none yet.
  public init(_ value: Target?, replacing old: OwnedReference, key: @autoclosure () -> Target.PrimaryKey) {
    self = old
    replace(with: value.map { $0._copy(to: old.box?.key ?? old.replaced?.key ?? key()) })
  }

  /// A copy of a value, in the row of the owner that has `old`; no value if it is `nil`. The key of the row isn't
  /// derived from the owner's.
  public init(_ value: Target?, replacing old: OwnedReference) {
    self = old
    replace(with: value.map { $0._ownCopy(to: old.box?.key ?? old.replaced?.key) })
  }

  /// Removes the value.
  public mutating func clear() { replace(with: ReferenceBox<Target>?.none) }

  private mutating func replace(with value: Target?) {
    guard var value else { return replace(with: ReferenceBox<Target>?.none) }
    // What another owner read, or another copy of this one, was not read by this one.
    if box == nil, replaced == nil, !value._origin.isNew { value._origin = ModelOrigin() }
    replace(with: ReferenceBox(value))
  }

  mutating func replace(with new: ReferenceBox<Target>?) {
    replaced = replaced ?? box
    box = new
  }
}

extension PersistableModel {
  /// The same values in a row that belongs to one owner.
  ///
  /// - Parameter key: The key of the row; `nil` if the owner has none yet. A key that the store generates is then
  ///   generated again, as another owner may have the same value.
  fileprivate func _ownCopy(to key: PrimaryKey?) -> Self {
    if let key { return _copy(to: key) }
    return Self.table.generatedKeyColumn == nil ? self : ModelParts(self, key: [.integer(0)]).model().model
  }

  /// The same values under another key.
  fileprivate func _copy(to key: PrimaryKey) -> Self {
    StoredKey(key) == StoredKey(primaryKey) ? self : _rekeyed(to: key)
  }
}

extension OwnedReference: Hashable {
  /// Whether both have equal values, or neither has one.
  // Not named `==`, as the compiler considers every `==` in each comparison of a program.
  @_implements(Equatable,==(_:_:))
  public static func _areEqual(_ left: OwnedReference, _ right: OwnedReference) -> Bool {
    guard let left = left.box, let right = right.box else { return left.box == nil && right.box == nil }
    return RelationComparison.areEqual(left, right)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
