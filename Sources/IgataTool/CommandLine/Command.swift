/// A command, or a part of one, as the command line and its help know it.
struct Command: Sendable {
  /// What a command is given beside its options.
  struct Operands: Sendable {
    /// How the usage line writes it: `[SCHEMA…]`.
    let label: String
    let count: ClosedRange<Int>

    static let none = Operands(label: "", count: 0...0)
    static let schemas = Operands(label: "[SCHEMA…]", count: 0...Int.max)
  }

  let name: String
  /// One phrase, for the list of commands.
  let purpose: String
  var operands = Operands.none
  var options: [OptionRule] = []
  /// What the help says beyond the table of options.
  var notes = ""
  /// The parts of a command that does nothing by itself.
  var parts: [Command] = []
  /// Whether standard output holds what the command makes, so that a report for programs has to go elsewhere.
  var printsProduct: @Sendable (Invocation) -> Bool = { _ in false }
  let run: @Sendable (Invocation, inout Console) throws(Failure) -> ExitStatus

  /// A command that is a group of others.
  static func group(_ name: String, _ purpose: String, notes: String = "", _ parts: [Command]) -> Command {
    // The parser never gives a group to run: it asks for the part first.
    Command(name: name, purpose: purpose, notes: notes, parts: parts) { _, _ in .usage }
  }

  static let all: [Command] = [
    .initialise, .generate, .watch, .lint, .format, .schema, .copy, .debug, .templates, .explain, .version, .help,
  ]
}

/// A command line that was understood.
struct Invocation: Sendable {
  /// The names of the command and of its part.
  let path: [String]
  var operands: [String]
  /// By the options' names.
  private var values: [String: String] = [:]

  init(path: [String], operands: [String] = []) {
    self.path = path
    self.operands = operands
  }

  func has(_ rule: OptionRule) -> Bool { values[rule.name] != nil }

  func text(_ rule: OptionRule) -> String? { values[rule.name] }

  func parts(_ rule: OptionRule) -> [String]? { text(rule).map(OptionRule.parts) }

  /// Takes the value of an option.
  ///
  /// - Returns: Whether it had none before, or may have several.
  mutating func take(_ value: String, for rule: OptionRule) -> Bool {
    guard let last = values.updateValue(value, forKey: rule.name) else { return true }
    guard case .texts = rule.value else { return false }
    values[rule.name] = "\(last),\(value)"
    return true
  }

  /// Takes another value for an option than the one that was written.
  mutating func replace(_ value: String, for rule: OptionRule) { values[rule.name] = value }

  /// The options of `rules` that were given.
  func given(of rules: [OptionRule]) -> [OptionRule] { rules.filter(has) }
}
