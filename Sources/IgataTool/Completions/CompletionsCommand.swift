import IgataDiagnostics

extension Command {
  static let completions = Command(
    name: "completions", purpose: "print a script that completes igata's arguments in a shell",
    operands: Operands(
      label: "bash|zsh|fish", count: 1...1, suggestions: .words(.these(CompletionShell.allCases.map(\.rawValue)))),
    notes: """
      The script has all commands and options of this version, and doesn't run igata. For the current
      user:
        bash  igata completions bash > ~/.local/share/bash-completion/completions/igata
        zsh   igata completions zsh > ~/.zfunc/_igata, where 'fpath' contains ~/.zfunc
        fish  igata completions fish > ~/.config/fish/completions/igata.fish
      """,
    run: runCompletions)
}

/// A shell for which there is a completion script.
private enum CompletionShell: String, CaseIterable {
  case bash, zsh, fish

  func script(_ nodes: [CompletionNode]) -> String {
    switch self {
    case .bash: bashCompletions(nodes)
    case .zsh: zshCompletions(nodes)
    case .fish: fishCompletions(nodes)
    }
  }
}

private func runCompletions(_ invocation: Invocation, _ console: inout Console) throws(Failure) -> ExitStatus {
  let name = invocation.operands.first ?? ""
  guard let shell = CompletionShell(rawValue: name) else {
    let names = CompletionShell.allCases.map(\.rawValue).listed(by: "or")
    throw Failure(.usage, "there are no completions for '\(visible(name))'; use \(names)")
  }
  console.write(shell.script(CompletionNode.all))
  return .success
}
