/// The value of a name in a template.
///
/// A section is left out for ``null``, for a false ``flag(_:)`` and for an empty list. Every other value opens it,
/// including empty text.
public enum TemplateValue: Sendable {
  /// No value. Prints nothing.
  case null
  /// Opens a section or leaves it out. Prints `true` or `false`.
  case flag(Bool)
  case number(Int)
  case text(String)
  /// Text that is already bytes.
  case bytes([UInt8])
  /// Text that a view writes to the output itself, piece by piece: see ``Views/write(_:of:into:)``.
  case written(any Views, slot: Int32, element: Int32)
  /// A view with names of its own.
  case view(any View)
  /// One of several elements in one object.
  case element(any Views, Int)
  /// Opens a section once for each element with an index from 0 up to `count`.
  case elements(any Views, count: Int)
  /// Opens a section once for each view.
  case list([any View])
  /// Opens a section once for each view, which is created when the section reaches it.
  case made(ViewSource)
  /// Opens a section once for each text, which is `{{.}}` there.
  case texts([String])
  /// A list of any values.
  case values([TemplateValue])

  /// Whether a section of this value is left out, and an inverted section is printed.
  var isFalsey: Bool {
    switch self {
    case .null: true
    case .flag(let isOn): !isOn
    case .list(let views): views.isEmpty
    case .elements(_, let count): count <= 0
    case .made(let source): source.count <= 0
    case .texts(let texts): texts.isEmpty
    case .values(let values): values.isEmpty
    case .number, .text, .bytes, .written, .view, .element: false
    }
  }

  /// The value that a view writes for the name at `slot`.
  public static func written(_ view: some View, slot: Int) -> TemplateValue {
    .written(view, slot: Int32(truncatingIfNeeded: slot), element: 0)
  }
}
