/// The built-in templates.
///
/// They are the `.mustache` files of this folder, embedded as literals, because a build tool must be a single file that
/// doesn't depend on its location.
public enum BuiltInTemplates {
  /// The name of each template, which is its path in this folder without the extension, and its text. Sorted by name.
  public static let all: [(name: String, text: String)] = embedded
}
