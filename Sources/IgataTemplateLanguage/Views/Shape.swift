/// The names of a kind of view, each with its slot.
///
/// Shapes are compared by identity, so a view type keeps its shape in a static property.
public final class Shape: Sendable {
  /// The names, in the order of their slots.
  public let names: [String]
  /// Names that a template can't look up through an element of this shape. The shape hides them in enclosing elements.
  public let hidden: Set<String>
  private let interned: InternedNames
  /// The slot of each interned name, or `nil` if they are equal, as they are unless a name occurs twice.
  private let slots: [Int]?

  /// Creates a shape whose slots are the positions in `names`. If a name occurs twice, the first position is used.
  ///
  /// - Parameter hidden: Names of enclosing elements that this shape hides, although it doesn't have them.
  public init(_ names: [String], hiding hidden: some Sequence<String> = []) {
    self.names = names
    self.hidden = Set(hidden).subtracting(names)
    var interned = InternedNames()
    var slots: [Int] = []
    for (slot, name) in names.enumerated() {
      if interned.intern(name) == slots.count { slots.append(slot) }
    }
    self.interned = interned
    self.slots = slots.count == names.count ? nil : slots
  }

  /// Creates a shape whose slots are the positions in `names`.
  public convenience init(_ names: String...) { self.init(names) }

  /// Creates a shape whose names are the raw values of `slots`, in order.
  @inlinable
  public convenience init<Slot: RawRepresentable<String>>(of slots: [Slot]) {
    self.init(slots.map { $0.rawValue })
  }

  /// The slot of `name`, or `nil` if the shape doesn't have it.
  public func slot(of name: String) -> Int? { interned.index(of: name).map { slots?[$0] ?? $0 } }
}
