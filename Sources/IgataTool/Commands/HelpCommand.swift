extension OptionRule {
  fileprivate static let manual = OptionRule.flag("man", "print the manual page, in the format of mdoc")
}

extension Command {
  static let help = Command(
    name: "help", purpose: "describe a command and its options",
    operands: Operands(label: "[COMMAND]", count: 0...2, suggestions: .commands), options: [.manual],
    notes: "'igata COMMAND --help' is the same.",
    run: runHelp)
}

private func runHelp(_ invocation: Invocation, _ console: inout Console) throws(Failure) -> ExitStatus {
  if invocation.has(.manual) {
    guard invocation.operands.isEmpty else { throw Failure(.usage, "'--man' takes no COMMAND") }
    console.write(ManualPage.text)
    return .success
  }
  var commands = Command.all
  var path: [String] = []
  var found: Command?
  for name in invocation.operands {
    do {
      let command = try findCommand(name, among: commands, path: path)
      (found, commands) = (command, command.parts)
    } catch {
      throw Failure(.usage, error.message)
    }
    path.append(name)
  }
  console.write(found.map { HelpText.page($0, path: path) } ?? HelpText.overview)
  return .success
}
