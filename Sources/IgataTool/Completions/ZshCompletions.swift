/// The completion script for zsh.
func zshCompletions(_ nodes: [CompletionNode]) -> String {
  let paths = nodes.dropFirst().map(\.key).joined(separator: "|")
  return #"""
    #compdef igata
    # Completes igata \#(Version.command) in zsh. Printed by 'igata completions zsh'.

    _igata() {
      local at= 
      local -a commands
      while (( CURRENT > 2 )); do
        case "$at/$words[2]" in
          (\#(paths)) at+="/$words[2]"; shift words; (( CURRENT-- )) ;;
          (*) break ;;
        esac
      done
      case "$at" in
    \#(nodes.map(zshCase).joined())  esac
    }

    if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _igata "$@"; else compdef _igata igata; fi

    """#
}

/// What is proposed after a command.
private func zshCase(_ node: CompletionNode) -> String {
  var specifications = node.options.flatMap(zshOption)
  if node.commands.isEmpty, let action = zshAction(node.operands, node.label) {
    specifications.append(ShellText.inQuotes("*:\(node.label):\(action)"))
  }
  let arguments = "_arguments -S\(specifications.map { " \\\n          \($0)" }.joined())"
  guard !node.commands.isEmpty else { return "    ('\(node.key)')\n      \(arguments) ;;\n" }
  let commands = node.commands.map { "\n        \(ShellText.quoted("\($0.name):\($0.purpose)"))" }.joined()
  return """
        ('\(node.key)')
          commands=(\(commands)
          )
          if (( CURRENT == 2 )) && [[ $words[CURRENT] != -* ]]; then _describe -t commands command commands; return; fi
          \(arguments) ;;

    """
}

/// The specifications of an option, one for each spelling.
private func zshOption(_ option: OptionRule) -> [String] {
  option.spellings.map { spelling in
    let others = option.spellings.filter { $0 != spelling }
    var text = ""
    if case .texts = option.value {
      text = "*"
    } else if !others.isEmpty {
      text = "(\(others.joined(separator: " ")))"
    }
    text += spelling
    if option.value != .none, spelling.hasPrefix("--") { text += "=" }
    text += "[\(zshEscaped(option.purposeLine, "[]:"))]"
    if let label = option.valueLabel {
      let name = zshEscaped(label, ":")
      text += ":\(name):\(zshAction(option.suggestions, label) ?? " ")"
    }
    return ShellText.inQuotes(text)
  }
}

/// The action of a specification; `nil` if there is nothing to propose.
private func zshAction(_ suggestions: Suggestions, _ label: String) -> String? {
  switch suggestions {
  case .none, .commands: nil
  case .words(let words): "(\(words.all.joined(separator: " ")))"
  case .list(let words): "_values -s , value \(words.all.joined(separator: " "))"
  case .files(let ending): ending.map { "_files -g \"*\($0)\"" } ?? "_files"
  case .folders: "_files -/"
  }
}

/// The text with a backslash before those characters.
private func zshEscaped(_ text: String, _ characters: String) -> String {
  text.map { characters.contains($0) || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
}
