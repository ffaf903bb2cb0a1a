import IgataTemplateLanguage

/// A view that stores its values in an array, used for single declarations.
final class Record: View {
  let shape: Shape
  private let values: [TemplateValue]

  /// Creates a record with values in the order of the shape's names.
  init(_ shape: Shape, _ values: [TemplateValue]) {
    self.shape = shape
    self.values = values
  }

  func value(at slot: Int) -> TemplateValue { values.indices.contains(slot) ? values[slot] : .null }
}

extension TemplateValue {
  /// The text, or null if there is none, so that a section around it is left out.
  static func optional(_ text: String?) -> TemplateValue { text.map { .text($0) } ?? .null }

  static func records(_ records: [Record]) -> TemplateValue { .list(records) }

  /// Creates the elements of a list, each with its `text`.
  static func separated(_ texts: [String]) -> TemplateValue {
    .list(texts.map { Record(separatedShape, [.text($0)]) })
  }

  private static let separatedShape = Shape("text")
}
