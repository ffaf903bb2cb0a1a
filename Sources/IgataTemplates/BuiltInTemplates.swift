internal import CIgataTemplates

/// A template that is part of `igata`.
public struct BuiltInTemplate: Sendable {
  /// Its path in `Templates` without the extension.
  public let name: String
  private let index: Int

  fileprivate init?(at index: Int) {
    guard let name = igata_template_at(index).name else { return nil }
    self.name = String(cString: name)
    self.index = index
  }

  /// Made when it is asked for, because a run renders few of the templates.
  public var text: String { igata_template_at(index).text.map { String(cString: $0) } ?? "" }
}

/// The built-in templates.
///
/// They are the `.mustache` files of `Templates`. The C compiler embeds them, because a build tool must be one file and
/// Swift has no literal for the content of a file.
public enum BuiltInTemplates {
  /// All templates, sorted by file.
  public static let all: [BuiltInTemplate] = Array(
    sequence(state: 0) { index in
      defer { index += 1 }
      return BuiltInTemplate(at: index)
    })
}
