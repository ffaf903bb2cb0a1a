/// Text in scripts for bash and zsh.
enum ShellText {
  /// A word, in quotes if it isn't plain.
  static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "/", "_", "=": true
      default: false
      }
    }
    return isPlain && !word.isEmpty ? word : inQuotes(word)
  }

  /// The text in single quotes.
  static func inQuotes(_ text: String) -> String {
    "'\(text.map { $0 == "'" ? "'\\''" : "\($0)" }.joined())'"
  }
}
