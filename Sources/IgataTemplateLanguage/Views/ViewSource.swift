/// Views that are made one at a time, when a section comes to them, and let go behind it.
///
/// What a large list needs at once is then what one of its elements needs. An element must be the same however often it
/// is made.
public final class ViewSource: Sendable {
  /// How many views there are.
  public let count: Int
  private let make: @Sendable (Int) -> any View

  /// - Parameter make: Makes the view at an index below `count`.
  public init(count: Int, _ make: @escaping @Sendable (Int) -> any View) {
    self.count = count
    self.make = make
  }

  func view(at index: Int) -> any View { make(index) }
}
