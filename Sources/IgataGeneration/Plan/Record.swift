import IgataTemplateLanguage

/// A view that is a row of values: what a template sees of one declaration.
final class Record: View {
  let shape: Shape
  private let values: [TemplateValue]

  /// The values in the order of the shape's names.
  init(_ shape: Shape, _ values: [TemplateValue]) {
    self.shape = shape
    self.values = values
  }

  func value(at slot: Int) -> TemplateValue { values.indices.contains(slot) ? values[slot] : .null }
}

extension TemplateValue {
  /// Text where there is some, else nothing, so that a section around it is left out.
  static func optional(_ text: String?) -> TemplateValue { text.map { .text($0) } ?? .null }

  static func records(_ records: [Record]) -> TemplateValue { .list(records) }

  /// Elements of a list, each with its `text`.
  static func separated(_ texts: [String]) -> TemplateValue {
    .list(texts.map { Record(separatedShape, [.text($0)]) })
  }

  private static let separatedShape = Shape("text")
}
