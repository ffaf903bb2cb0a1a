/// A command, or a subcommand of one, with its options and its help.
struct Command: Sendable {
  /// The operands that a command takes in addition to its options.
  struct Operands: Sendable {
    /// The label in the usage line: `[SCHEMA…]`.
    let label: String
    let count: ClosedRange<Int>
    /// What a shell proposes for each of them.
    let suggestions: Suggestions

    static let none = Operands(label: "", count: 0...0, suggestions: .none)
    static let schemas = Operands(label: "[SCHEMA…]", count: 0...Int.max, suggestions: .schemas)
  }

  let name: String
  /// A phrase for the list of commands.
  let purpose: String
  var operands = Operands.none
  var options: [OptionRule] = []
  /// Additional help text after the table of options.
  var notes = ""
  /// The subcommands of a command that does nothing by itself.
  var parts: [Command] = []
  /// Whether the command prints its product to standard output, so that a report for programs must be printed
  /// elsewhere.
  var printsProduct: @Sendable (Invocation) -> Bool = { _ in false }
  /// What `igata-database` is asked for by this command; `nil` if `igata` carries it out.
  var request: (@Sendable (Invocation, Console) throws(Failure) -> DatabaseRequest)?
  let run: @Sendable (Invocation, inout Console) throws(Failure) -> ExitStatus

  /// A command that groups subcommands.
  static func group(_ name: String, _ purpose: String, notes: String = "", _ parts: [Command]) -> Command {
    // The parser never returns a group: it requires a subcommand first.
    Command(name: name, purpose: purpose, notes: notes, parts: parts) { _, _ in .usage }
  }

  static let all: [Command] = [
    .initialize, .generate, .watch, .lint, .format, .languageServer, .schema, .docs, .diff, .breaking, .migrate, .copy,
    .introspect, .import, .maintenance, .debug, .templates, .explain, .completions, .version, .help,
  ]
}

/// A parsed command line.
struct Invocation: Sendable {
  /// The names of the command and its subcommand.
  let path: [String]
  var operands: [String]
  /// The values of the options, by name.
  private var values: [String: String] = [:]

  init(path: [String], operands: [String] = []) {
    self.path = path
    self.operands = operands
  }

  func has(_ rule: OptionRule) -> Bool { values[rule.name] != nil }

  func text(_ rule: OptionRule) -> String? { values[rule.name] }

  func parts(_ rule: OptionRule) -> [String]? { text(rule).map(OptionRule.parts) }

  /// Adds the value of an option.
  ///
  /// - Returns: Whether the value was accepted: the option had no value, or takes several.
  mutating func take(_ value: String, for rule: OptionRule) -> Bool {
    guard let last = values.updateValue(value, forKey: rule.name) else { return true }
    guard case .texts = rule.value else { return false }
    values[rule.name] = "\(last),\(value)"
    return true
  }

  /// Replaces the value of an option.
  mutating func replace(_ value: String, for rule: OptionRule) { values[rule.name] = value }

  /// The options of `rules` that were given.
  func given(of rules: [OptionRule]) -> [OptionRule] { rules.filter(has) }
}
