/// A text that would become code of some language, or control a terminal, if it weren't escaped. Its code is the name
/// `owned`.
public struct HostileText: Sendable {
  public let text: String

  public init(_ text: String) { self.text = text }

  /// Texts of which each is an attack on one language.
  public static let known = [
    "a\nlet owned = 1\n", "a\r\nlet owned = 1", "a\"\nlet owned = 1 //", "\"\"\"\nlet owned = 1\n", "\\(owned())",
    "*/ let owned = 1 /*", "`; let owned = 1; let `a", "'); CREATE TABLE owned(a); --",
    "\"); CREATE TABLE owned(a); --", "a\n); CREATE TABLE owned(a); --", "1); CREATE TABLE owned(a); --",
    "--></script></style></svg><script>owned()</script>", "\" onload=\"owned()", "{{owned}}{{{owned}}}",
    "]]>\u{1B}[2Jowned", "a\u{2028}let owned = 1\u{2029}", "a\u{85}let owned = 1", "a\0owned", "a\n\\! echo owned\n",
    "a\n.print owned\n", "a\n::error file=owned::owned", "$(echo owned)`echo owned`", "\"#\nlet owned = 1",
    "SHELL=./owned", "\u{202E}owned\u{2066}", "%0A::error::owned", "```\n# owned\n", "![owned](owned) [owned]: owned",
  ].map(HostileText.init)

  /// What has a meaning in some language, or none at all.
  private static let fragments = [
    "\n", "\r", "\r\n", "\t", "\0", "\u{85}", "\u{2028}", "\u{2029}", "\u{B}", "\u{1B}[2J", "\u{7F}", "\u{9B}2J",
    "\u{202E}", "\u{2066}", "\u{200B}", "\u{FEFF}", "\u{FFFE}", "$(owned)", "`owned`", "${owned}", "*/", "/*", "//",
    "--", "#", "%", "%0A", "\"\"\"", "\"", "'", "''", "\"#", "\\(owned)", "\\", "\\\"", "\\'", "</script>",
    "<script>owned()</script>", "-->", "]]>", "<!--", "&lt;", "{{owned}}", "{{{owned}}}", "; CREATE TABLE owned(a);",
    "\nlet owned = 1\n", "\n\\! echo owned\n", "\n.print owned\n", "\n::error::owned\n", "$$", "$a$", "E'", "|", "*",
    "[", "](owned)", "~", "=", ":", ",", "\u{E000}", "e\u{301}", "\u{10FFFF}", "\u{D7FF}", "口",
  ]

  /// A text of several fragments.
  public static func drawn(_ random: inout SplitMix64) -> HostileText {
    HostileText((0..<5).map { _ in random.element(fragments) }.joined() + "owned")
  }

  /// The text as the name of a file.
  public var name: String { text.replacing("/", with: "").replacing("\0", with: "") }
}
