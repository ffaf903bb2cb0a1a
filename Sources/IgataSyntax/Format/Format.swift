/// The text of a tree in the canonical layout.
///
/// - Two spaces for each level, one space between words and attributes, around `=` and after `:` and `,`.
/// - Each member and each case on its own line, and one blank line between declarations. Elsewhere at most one blank
///   line is kept, and none after `{` and before `}`.
/// - A line break in parentheses or before an attribute is kept; a comma before a closing bracket on the same line is
///   removed.
/// - Comments stay where they are, two spaces after the text before them on the same line.
/// - Every line, including the last one, ends with a line feed. A byte-order mark is removed.
///
/// Formatting is idempotent. Don't format the tree of a text with errors: no text is lost, but the layout of the parts
/// that couldn't be parsed is arbitrary.
public func format(_ tree: SyntaxTree) -> String {
  var formatter = Formatter(tree)
  return String(decoding: formatter.run(), as: UTF8.self)
}
