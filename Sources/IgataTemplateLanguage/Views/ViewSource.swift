/// Views that are created one at a time, when a section reaches them, and released afterward.
///
/// A large list then needs no more memory at a time than one of its elements. Every call must return an equal view for
/// the same index.
public final class ViewSource: Sendable {
  /// The number of views.
  public let count: Int
  private let make: @Sendable (Int) -> any View

  /// - Parameter make: Creates the view at an index below `count`.
  public init(count: Int, _ make: @escaping @Sendable (Int) -> any View) {
    self.count = count
    self.make = make
  }

  func view(at index: Int) -> any View { make(index) }
}
