/// Data with names that templates can read.
///
/// A view declares its names once, in its ``Shape``. A renderer looks up the slot of each name in advance, so that a
/// template reads a value with an index and a `switch`:
///
/// ```swift
/// final class FieldView: View {
///   enum Slot: String, CaseIterable { case name, type, isOptional }
///   static let slots = Slot.allCases
///   static let shape = Shape(of: slots)
///   var shape: Shape { Self.shape }
///
///   let field: Field
///
///   init(_ field: Field) { self.field = field }
///
///   func value(at slot: Int) -> TemplateValue {
///     switch Self.slots[slot] {
///     case .name: .text(field.name)
///     case .type: .text(field.type)
///     case .isOptional: .flag(field.isOptional)
///     }
///   }
/// }
/// ```
///
/// Views are classes because a template passes them on often, and passing a reference is faster than copying.
public protocol View: Views {
  /// The value of the name at `slot` in the shape.
  func value(at slot: Int) -> TemplateValue
  /// Writes the printed form of a value and returns whether it did, like ``Views/write(_:of:into:)``.
  func write(_ slot: Int, into text: inout TextBuffer) -> Bool
}

extension View {
  public func write(_ slot: Int, into text: inout TextBuffer) -> Bool { false }

  @inlinable
  public func value(at slot: Int, of element: Int) -> TemplateValue { value(at: slot) }

  @inlinable
  public func write(_ slot: Int, of element: Int, into text: inout TextBuffer) -> Bool { write(slot, into: &text) }
}
