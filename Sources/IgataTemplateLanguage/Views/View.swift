/// Data with names, for templates to read.
///
/// A view says once, in its ``Shape``, which names it has. A renderer finds the slot of each name beforehand, so that
/// reading a value in a template is an index and a `switch`:
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
/// Views are classes: a template passes them on often, and one word is passed on faster than a copy.
public protocol View: Views {
  /// The value under the name that stands at `slot` in the shape.
  func value(at slot: Int) -> TemplateValue
  /// Writes what the value under a name prints as, and says whether it did, as ``Views/write(_:of:into:)`` does.
  func write(_ slot: Int, into text: inout TextBuffer) -> Bool
}

extension View {
  public func write(_ slot: Int, into text: inout TextBuffer) -> Bool { false }

  @inlinable
  public func value(at slot: Int, of element: Int) -> TemplateValue { value(at: slot) }

  @inlinable
  public func write(_ slot: Int, of element: Int, into text: inout TextBuffer) -> Bool { write(slot, into: &text) }
}
