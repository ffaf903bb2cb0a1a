/// The output of `igata help`.
enum HelpText {
  /// The help for all commands.
  static var overview: String {
    """
    igata \(Version.command): Swift models and SQL tables from one schema

    usage: igata COMMAND [arguments]

    commands:
    \(table(Command.all.map { ($0.name, $0.purpose) }))
    'igata help COMMAND' describes a command.

    SCHEMA is a file, a folder (all .igata files below it) or '-' (standard input). The
    default is what igata.json names, or else the current folder.

    --report json, sarif, github or junit prints diagnostics for programs: to standard output, or to
    standard error if the command prints its product to standard output. The format text, for
    people, is always printed to standard error.

    exit status:
    \(table(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) }))
    """
  }

  /// The help for one command. `path` is its name, preceded by the name of its group if it has one.
  static func page(_ command: Command, path: [String]) -> String {
    var text = "igata \(path.joined(separator: " ")): \(command.purpose)\n\n\(usage(command, path: path))"
    if !command.parts.isEmpty {
      text += "\ncommands:\n\(table(command.parts.map { ($0.name, $0.purpose) }))"
    }
    let options = command.options + [.help]
    text += "\noptions:\n\(table(options.map { (label($0), $0.purpose) }))"
    if !command.notes.isEmpty { text += "\n\(command.notes)\n" }
    return text
  }

  /// The usage line of a command.
  static func usage(_ command: Command, path: [String]) -> String {
    let operands = command.parts.isEmpty ? command.operands.label : "COMMAND"
    let options = command.options.isEmpty ? "" : " [options]"
    let words = (["igata"] + path + [operands]).filter { !$0.isEmpty }
    return "usage: \(words.joined(separator: " "))\(options)\n"
  }

  /// The text that follows an error message about the command line.
  static func hint(for path: [String]) -> String {
    guard let command = lookUp(path) else { return "usage: igata COMMAND [arguments]\ntry 'igata help'\n" }
    return "\(usage(command, path: path))try 'igata help \(path.joined(separator: " "))'\n"
  }

  /// The command at the end of a path of names, or `nil` if there is none.
  static func lookUp(_ path: [String]) -> Command? {
    var found: Command?
    for name in path {
      guard let command = (found?.parts ?? Command.all).first(where: { $0.name == name }) else { return nil }
      found = command
    }
    return found
  }

  private static func label(_ rule: OptionRule) -> String {
    "\(rule.short.map { "-\($0), " } ?? "    ")--\(rule.name)\(rule.label)"
  }

  /// Formats a table of two columns. If a left cell is too long, it is on a line by itself.
  private static func table(_ rows: [(left: String, right: String)]) -> String {
    let widest = 26
    let width = rows.map(\.left.count).filter { $0 <= widest }.max() ?? widest
    let indent = String(repeating: " ", count: width + 4)
    return rows.map { left, right in
      let gap =
        left.count > width ? "\n\(indent)" : String(repeating: " ", count: width + 2 - left.count)
      return "  \(left)\(gap)\(right.split(separator: "\n").joined(separator: "\n\(indent)"))\n"
    }.joined()
  }
}
