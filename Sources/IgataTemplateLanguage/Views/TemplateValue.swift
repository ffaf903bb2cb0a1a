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
  /// Data with names of its own.
  case view(any View)
  /// Opens a section once for each value.
  case values([TemplateValue])
  /// Opens a section once for each view, which is created when the section reaches it.
  case made(ViewSource)

  /// Whether a section of this value is left out, and an inverted section is printed.
  var isFalsey: Bool {
    switch self {
    case .null: true
    case .flag(let isOn): !isOn
    case .made(let source): source.count <= 0
    case .values(let values): values.isEmpty
    case .number, .text, .view: false
    }
  }

  // MARK: From other values

  /// The text, or null if there is none, so that a section around it is left out.
  public static func optional(_ text: String?) -> TemplateValue { text.map { .text($0) } ?? .null }

  /// The view, or null if there is none.
  public static func optional(_ view: (any View)?) -> TemplateValue { view.map { .view($0) } ?? .null }

  /// A list of texts, each of which is `{{.}}` in a section.
  public static func texts(_ texts: [String]) -> TemplateValue { .values(texts.map { .text($0) }) }

  public static func list(_ views: [some View]) -> TemplateValue { .values(views.map { .view($0) }) }

  public static func records(_ records: [Record]) -> TemplateValue { .list(records) }

  /// A list of elements, each with its `text`.
  public static func separated(_ texts: [String]) -> TemplateValue { .list(texts.map { Record(["text": .text($0)]) }) }
}
