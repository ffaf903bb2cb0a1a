/// A to-one relation as a model stores it, if the columns of its foreign key are those of other fields, as with
/// `@references` and `@columns`: the target, if it is loaded or was set.
public struct LinkedReference<Target: PersistableModel>: Sendable {
  /// `nil` if nothing is known but the columns.
  private(set) var box: ReferenceBox<Target>?
  /// Whether the program set the target. A save then requires that the columns have its values.
  private(set) var isSet = false

  /// A relation whose target isn't loaded.
  public init() {}

  init(box: ReferenceBox<Target>?) { self.box = box }

  /// A relation to a model. If the model is new, saving the owner inserts it.
  public init(_ target: Target?) { self.init(target, replacing: LinkedReference()) }

  /// A relation that replaces another one.
  public init(_ target: Target?, replacing old: LinkedReference) {
    box = target.map { ReferenceBox($0, base: old.box?.base(for: $0)) }
    isSet = target != nil
  }

  /// The target; `nil` if it isn't loaded.
  public var loaded: Target? { box.flatMap { $0.origin.isKeyOnly ? nil : $0.target } }

  /// The target. If it isn't loaded, it is a model with these values and blank others, which are never written.
  ///
  /// - Parameters:
  ///   - relation: The model and its field, for a warning in debug builds: `Review.reviewer`.
  ///   - columns: The numbers of the target's columns that the relation refers to.
  ///   - values: Their values.
  public func target(for relation: StaticString, _ columns: [Int], _ values: any Storable...) -> Target {
    if let target = box?.target { return target }
    UnloadedRelation.warn(relation, isOptional: false)
    return Target(_blankWith: columns, values.map(\._storedValue))
  }

  /// Forgets the target if the value of a column was changed that no field has.
  public mutating func columnDidChange<Value: Equatable>(from old: Value, to new: Value) {
    if old != new { self = LinkedReference() }
  }

  /// Forgets a target that was loaded if the value of another field's column was changed. A target that the program set
  /// remains: a save throws ``StoreError/relationMismatch(model:field:)`` if it has another value.
  public mutating func sharedColumnDidChange<Value: Equatable>(from old: Value, to new: Value) {
    if old != new, !isSet { self = LinkedReference() }
  }
}
