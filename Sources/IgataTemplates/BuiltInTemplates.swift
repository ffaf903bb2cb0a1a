internal import CIgataTemplates

/// The built-in templates.
///
/// They are the `.mustache` files of `Templates`. The C compiler embeds them, because a build tool must be one file and
/// Swift has no literal for the content of a file.
public enum BuiltInTemplates {
  /// The name of each template, which is its path in `Templates` without the extension, and its text. Sorted by file.
  public static let all: [(name: String, text: String)] = Array(
    sequence(state: 0) { index in
      let template = igata_template_at(index)
      guard let name = template.name, let text = template.text else { return nil }
      index += 1
      return (String(cString: name), String(cString: text))
    })
}
