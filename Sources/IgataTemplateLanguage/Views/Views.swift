/// Data with names, for templates to read: elements of one kind that lie in one object, each known by its number.
///
/// A template goes through such elements by counting: none of them is an object of its own, and going on to the next
/// one costs an addition. What is one thing alone is a ``View``.
public protocol Views: AnyObject, Sendable {
  /// The names of each of the elements. Objects of one type share one shape: what a renderer learns about it, it learns
  /// once.
  var shape: Shape { get }
  /// The value that an element has under the name that stands at `slot` in the shape.
  func value(at slot: Int, of element: Int) -> TemplateValue
  /// Writes what the value under a name prints as, and says whether it did: where it did not, the value is asked for.
  ///
  /// Text that is put together of pieces is never put together then but where it is printed, and text that is at hand is
  /// copied once. A value that is ``TemplateValue/written(_:slot:element:)`` must be written.
  func write(_ slot: Int, of element: Int, into text: inout TextBuffer) -> Bool
}
