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
public protocol View: AnyObject, Sendable {
  /// The names. Objects of one type share one shape, so that a renderer prepares it only once.
  var shape: Shape { get }
  /// The value of the name at `slot` in the shape.
  func value(at slot: Int) -> TemplateValue
}
