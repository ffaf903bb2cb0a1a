/// The templates that come with igata.
///
/// They are the `.mustache` files of this folder, as literals: a tool that runs in other packages' builds has to be
/// one file that can lie anywhere.
public enum BuiltInTemplates {
  /// Each template's name, which is its path in this folder without the ending, and its text; sorted by name.
  public static let all: [(name: String, text: String)] = embedded
}
