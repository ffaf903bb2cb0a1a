/// The names of a kind of view, each with its slot.
///
/// Shapes are compared by identity, so a view type keeps its shape in a static property.
public final class Shape: Sendable {
  /// The names, in the order of their slots.
  public let names: [String]
  private let slots: [String: Int]

  /// A shape whose slots are the places of `names`. Of equal names the first counts.
  public init(_ names: [String]) {
    self.names = names
    slots = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
  }

  /// A shape whose slots are the places of `names`.
  public convenience init(_ names: String...) { self.init(names) }

  /// A shape whose names are the raw values of `slots`, in their order.
  public convenience init<Slot: RawRepresentable<String>>(of slots: [Slot]) {
    self.init(slots.map(\.rawValue))
  }

  /// The slot of `name`, if the shape has it.
  public func slot(of name: String) -> Int? { slots[name] }
}
