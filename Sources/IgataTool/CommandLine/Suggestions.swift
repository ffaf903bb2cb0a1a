/// What a shell proposes for the value of an option or for an operand.
enum Suggestions: Hashable, Sendable {
  /// Nothing: the text is free.
  case none
  /// One of these words.
  case words(SuggestedWords)
  /// One or more of these words, separated by commas.
  case list(SuggestedWords)
  /// A file, or a folder that contains one. If there is an ending, only files with it.
  case files(ending: String?)
  case folders
  /// The name of a command, and that of its subcommand.
  case commands

  static let schemas = Suggestions.files(ending: Inputs.ending)
}
