/// Data with names that templates can read: elements of the same kind in one object, each identified by its index.
///
/// A template iterates over the elements by index. The elements aren't objects, and advancing to the next one is an
/// addition. A single element is a ``View``.
public protocol Views: AnyObject, Sendable {
  /// The names of each element. Objects of one type share one shape, so that a renderer prepares it only once.
  var shape: Shape { get }
  /// The value of an element for the name at `slot` in the shape.
  func value(at slot: Int, of element: Int) -> TemplateValue
  /// Writes the printed form of a value, and returns whether it did. If not, the renderer calls ``value(at:of:)``.
  ///
  /// This avoids building text from pieces before it is printed, and copies existing text only once. A value that is
  /// ``TemplateValue/written(_:slot:element:)`` must be written.
  func write(_ slot: Int, of element: Int, into text: inout TextBuffer) -> Bool
}
