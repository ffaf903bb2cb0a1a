import IgataDiagnostics

/// A command and the invocation to run it with.
typealias Request = (command: Command, invocation: Invocation)

/// An error in a command line.
struct UsageFault: Error {
  var message: String
  /// The names of the command and its subcommand, as far as they are valid.
  var path: [String]
}

/// Parses a command line without the name of the program.
func parseArguments(_ arguments: [String]) throws(UsageFault) -> Request {
  guard let first = arguments.first else { throw UsageFault(message: "a command is missing", path: []) }
  if first == "--version" { return try parse(Array(arguments.dropFirst()), for: .version, path: ["version"]) }
  if isHelp(first) { return help(for: []) }
  // What programs that are built with swift-argument-parser are asked for.
  if first == "--generate-completion-script" {
    return try parse(Array(arguments.dropFirst()), for: .completions, path: ["completions"])
  }
  return try parseCommand(arguments[...], among: Command.all, path: [])
}

/// The request for the help of a command: `igata CMD --help` is the same as `igata help CMD`.
private func help(for path: [String]) -> Request { (.help, Invocation(path: ["help"], operands: path)) }

private func isHelp(_ argument: String) -> Bool { argument == "--help" || argument == "-h" }

private func parseCommand(
  _ arguments: ArraySlice<String>, among commands: [Command], path: [String]
) throws(UsageFault) -> Request {
  guard let name = arguments.first else {
    throw UsageFault(
      message: "'\(path.joined(separator: " "))' requires \(commands.map(\.name).listed(by: "or"))", path: path)
  }
  if isHelp(name) { return help(for: path) }
  let command = try findCommand(name, among: commands, path: path)
  let rest = arguments.dropFirst()
  let inner = path + [name]
  if !command.parts.isEmpty { return try parseCommand(rest, among: command.parts, path: inner) }
  return try parse(Array(rest), for: command, path: inner)
}

/// The command called `name`, or an error that proposes the nearest one.
func findCommand(_ name: String, among commands: [Command], path: [String]) throws(UsageFault) -> Command {
  if let command = commands.first(where: { $0.name == name }) { return command }
  let noun = name.utf8.first == UInt8(ascii: "-") ? "option" : "command"
  var message = "unknown \(noun) '\(visible((path + [name]).joined(separator: " ")))'"
  if let near = nearest(name, in: commands.map(\.name)) {
    message += "; did you mean '\((path + [near]).joined(separator: " "))'?"
  }
  throw UsageFault(message: message, path: path)
}

/// Parses the arguments after the name of a command.
func parse(_ arguments: [String], for command: Command, path: [String]) throws(UsageFault) -> Request {
  var parser = ArgumentParser(rest: arguments[...], command: command, invocation: Invocation(path: path))
  return try parser.parse()
}

private struct ArgumentParser {
  var rest: ArraySlice<String>
  let command: Command
  var invocation: Invocation

  mutating func parse() throws(UsageFault) -> Request {
    while let argument = rest.popFirst() {
      if argument == "--" {
        invocation.operands += rest
        break
      }
      if isHelp(argument) { return help(for: path) }
      if argument.utf8.first == UInt8(ascii: "-"), argument != "-" {
        try parseOption(argument)
      } else {
        invocation.operands.append(argument)
      }
    }
    try checkOperands()
    return (command, invocation)
  }

  private mutating func parseOption(_ argument: String) throws(UsageFault) {
    let equal = argument.utf8.firstIndex(of: UInt8(ascii: "="))
    let written = equal.map { String(argument[..<$0]) } ?? argument
    let rule = try findOption(written)
    let shown = "option '--\(rule.name)'"
    let value: String
    if let equal {
      value = String(argument[argument.utf8.index(after: equal)...])
      if let objection = rule.objection(to: value) { throw fault("\(shown) \(objection)") }
    } else if rule.value == .none {
      value = ""
    } else {
      value = try takeValue(of: rule, shown)
    }
    guard invocation.take(value, for: rule) else {
      var message = "\(shown) is specified twice"
      if case .choices(let values) = rule.value {
        message += "; specify all values together: --\(rule.name) \(values.joined(separator: ","))"
      }
      throw fault(message)
    }
  }

  private mutating func takeValue(of rule: OptionRule, _ shown: String) throws(UsageFault) -> String {
    // An argument that looks like an option isn't taken as a value, which was probably forgotten. `--name=-value`
    // allows it.
    guard let value = rest.first, value == "-" || value.utf8.first != UInt8(ascii: "-") else {
      throw fault("\(shown) requires a value:\(rule.label)")
    }
    rest.removeFirst()
    if let objection = rule.objection(to: value) { throw fault("\(shown) \(objection)") }
    return value
  }

  private func findOption(_ written: String) throws(UsageFault) -> OptionRule {
    for rule in command.options where written == "--\(rule.name)" || rule.short.map({ written == "-\($0)" }) == true {
      return rule
    }
    var message = "unknown option '\(visible(written))'"
    let known = command.options.map { "--\($0.name)" } + ["--help"]
    if let short = command.options.first(where: { $0.short.map { written.hasPrefix("-\($0)") } == true })?.short,
      !written.hasPrefix("--")
    {
      message += "; did you mean '-\(short) \(written.dropFirst(2))'?"
    } else if let near = nearest(written, in: known) {
      message += "; did you mean '\(near)'?"
    }
    throw fault(message)
  }

  private func checkOperands() throws(UsageFault) {
    let count = invocation.operands.count
    if count < command.operands.count.lowerBound {
      throw fault("'\(path.joined(separator: " "))' requires \(command.operands.label)")
    }
    if count > command.operands.count.upperBound {
      let name = path.joined(separator: " ")
      // A URL with a space comes in pieces, any of which may be of the password.
      if invocation.operands.contains(where: { $0.contains("://") || $0.contains("@") }) {
        throw fault("'\(name)' does not take so many arguments; write a space in a URL as '%20'")
      }
      let extra = invocation.operands[command.operands.count.upperBound]
      throw fault("'\(name)' does not take '\(visible(extra))'")
    }
  }

  private var path: [String] { invocation.path }

  private func fault(_ message: String) -> UsageFault { UsageFault(message: message, path: path) }
}
