import IgataDiagnostics
import IgataTemplateLanguage

/// The form in which a client shows a text.
enum TextFormat {
  case markdown, plainText
  /// The client names no format: it takes a string, and perhaps knows nothing else.
  case string

  /// - Parameter formats: What the client names, in the order that it prefers.
  init(_ formats: JSONValue?) {
    guard let formats = formats?.elements, !formats.isEmpty else {
      self = .string
      return
    }
    self = formats.contains { $0.text == "markdown" } ? .markdown : .plainText
  }

  /// The text as the client takes it.
  func tree(_ text: String) -> JSONTree {
    switch self {
    case .markdown: Self.markup("markdown", text)
    case .plainText: Self.markup("plaintext", text)
    case .string: .text(text)
    }
  }

  private static func markup(_ kind: String, _ text: String) -> JSONTree {
    JSONBuilder.tree { builder in
      builder.key("kind", kind)
      builder.key("value", text)
    }
  }
}
