/// What a template finds under a name.
///
/// A section is left out for ``null``, for a false ``flag(_:)`` and for an empty list; all else, empty text included,
/// opens it.
public enum TemplateValue: Sendable {
  /// Nothing: prints as nothing.
  case null
  /// Opens a section or leaves it out; prints as `true` or `false`.
  case flag(Bool)
  case number(Int)
  case text(String)
  /// Text that is already bytes.
  case bytes([UInt8])
  /// Text that a view writes itself, piece by piece, into the output: see ``Views/write(_:of:into:)``.
  case written(any Views, slot: Int32, element: Int32)
  /// Something with names of its own.
  case view(any View)
  /// One of several things that lie in one object.
  case element(any Views, Int)
  /// Opens a section once for each of the elements with the numbers from 0 to below `count`.
  case elements(any Views, count: Int)
  /// Opens a section once for each view.
  case list([any View])
  /// Opens a section once for each view, which is made when the section comes to it.
  case made(ViewSource)
  /// Opens a section once for each text, which is `{{.}}` there.
  case texts([String])
  /// A list of anything.
  case values([TemplateValue])

  /// Whether a section of this value is left out, and an inverted one is not.
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

  /// What a view writes under the name at `slot`.
  public static func written(_ view: some View, slot: Int) -> TemplateValue {
    .written(view, slot: Int32(truncatingIfNeeded: slot), element: 0)
  }
}
