/// The text of a tree in the canonical layout.
///
/// - Two spaces for each level, one space between words and attributes, around `=` and behind `:` and `,`.
/// - Each member and each case on its own line, one blank line between declarations; elsewhere at most one, and none
///   behind `{` and before `}`.
/// - A line break in parentheses or before an attribute is kept; a comma before a closing bracket on the same line is
///   not.
/// - Comments stay where they are, two spaces behind what stands before them on the same line.
/// - Line feeds end the lines, the last one too; a byte-order mark goes.
///
/// Formatting what was formatted changes nothing. A tree of a text with errors should not be formatted: nothing is
/// lost, but what was not understood is laid out by chance.
public func format(_ tree: SyntaxTree) -> String {
  var formatter = Formatter(tree)
  return String(decoding: formatter.run(), as: UTF8.self)
}
