/// A value of which `dump` and debuggers show only the description, as other parts of it may be `@sensitive`.
public protocol ShownByDescription: CustomStringConvertible, CustomReflectable {}

extension ShownByDescription {
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
