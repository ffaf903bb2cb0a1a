/// What a shell can propose after the name of a command.
struct CompletionNode {
  /// The names of the command and its subcommand; empty for `igata` itself.
  let path: [String]
  /// The commands that can follow, with their purposes.
  var commands: [(name: String, purpose: String)] = []
  var options: [OptionRule] = []
  /// The label of an operand, without brackets.
  var label = ""
  var operands = Suggestions.none

  /// The nodes of all commands. Each comes after those of the commands above it.
  static var all: [CompletionNode] {
    [CompletionNode(path: [], commands: names(Command.all), options: [.version, .help])]
      + Command.all.flatMap { nodes($0, at: [$0.name]) }
  }

  private static func nodes(_ command: Command, at path: [String]) -> [CompletionNode] {
    var node = CompletionNode(path: path, commands: names(command.parts), options: command.options + [.help])
    node.label = command.operands.label.filter { !"[]…".contains($0) }
    node.operands = command.operands.suggestions
    guard command.operands.suggestions == .commands else {
      return [node] + command.parts.flatMap { nodes($0, at: path + [$0.name]) }
    }
    node.commands = names(Command.all)
    node.operands = .none
    let groups = Command.all.filter { !$0.parts.isEmpty }
    return [node] + groups.map { CompletionNode(path: path + [$0.name], commands: names($0.parts)) }
  }

  private static func names(_ commands: [Command]) -> [(name: String, purpose: String)] {
    commands.map { ($0.name, $0.purpose) }
  }
}

extension OptionRule {
  static let help = OptionRule.flag("help", short: "h", "print this help")
  fileprivate static let version = OptionRule.flag("version", "print the versions of igata")

  /// The option as it is written: `--output`, `-o`.
  var spellings: [String] { ["--\(name)"] + (short.map { ["-\($0)"] } ?? []) }

  /// The purpose on one line.
  var purposeLine: String { purpose.split(separator: "\n").joined(separator: " ") }

  /// The label of the value; `nil` for a flag.
  var valueLabel: String? { value == .none ? nil : String(label.dropFirst()) }
}
