/// The names of a kind of view, each with its slot.
///
/// Shapes are compared by identity, so a view type keeps its shape in a static property.
public final class Shape: Sendable {
  /// The names, in the order of their slots.
  public let names: [String]
  /// Names that a template can't reach through an element of this shape: those of what is around it are hidden.
  public let hidden: Set<String>
  private let interned: InternedNames
  /// For each of the interned names its slot; nothing where they are the same, as they are unless a name comes twice.
  private let slots: [Int]?

  /// A shape whose slots are the places of `names`. Of equal names the first counts.
  ///
  /// - Parameter hidden: Names of elements around one of this shape that it hides, although it has none of them.
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

  /// A shape whose slots are the places of `names`.
  public convenience init(_ names: String...) { self.init(names) }

  /// A shape whose names are the raw values of `slots`, in their order.
  @inlinable
  public convenience init<Slot: RawRepresentable<String>>(of slots: [Slot]) {
    self.init(slots.map { $0.rawValue })
  }

  /// The slot of `name`, if the shape has it.
  public func slot(of name: String) -> Int? { interned.index(of: name).map { slots?[$0] ?? $0 } }
}
