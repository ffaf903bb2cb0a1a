/// The completion script for bash 3.2 and later.
func bashCompletions(_ nodes: [CompletionNode]) -> String {
  let paths = nodes.dropFirst().map(\.key).joined(separator: "|")
  return #"""
    # Completes igata \#(Version.command) in bash. Printed by 'igata completions bash'.

    # Proposes those of the words that start with the text.
    _igata_words() {
      local word
      for word in "$@"; do
        if [[ $word == "$text"* ]]; then COMPREPLY+=("$prefix$word"); fi
      done
    }

    # Proposes the words that aren't in the list yet.
    _igata_list() {
      local word last=${text##*,}
      local before=${text%"$last"}
      for word in "$@"; do
        if [[ $word == "$last"* && ,$before != *",$word,"* ]]; then COMPREPLY+=("$prefix$before$word"); fi
      done
    }

    _igata_files() {
      local path IFS=$'\n'
      compopt -o filenames 2> /dev/null
      for path in $(compgen -f -- "$text"); do
        if [[ -d $path || $path == *"$1" ]]; then COMPREPLY+=("$prefix$path"); fi
      done
    }

    _igata_folders() {
      local path IFS=$'\n'
      compopt -o filenames 2> /dev/null
      for path in $(compgen -d -- "$text"); do COMPREPLY+=("$prefix$path"); done
    }

    _igata() {
      # bash divides words at '=' and ':' as well.
      local line=${COMP_LINE:0:COMP_POINT} at='' option='' prefix='' text word words operand='' hasEnded=''
      read -a words <<< "$line"
      if [[ $line == *[[:space:]] ]]; then words+=(""); fi
      local count=${#words[@]}
      text=${words[count-1]/#\~\//$HOME/}
      local typed=$text
      COMPREPLY=()
      for word in "${words[@]:1:count-2}"; do
        case "$at/$word" in
          \#(paths)) at+="/$word" ;;
          *) operand=$word; break ;;
        esac
      done
      for word in "${words[@]:1:count-2}"; do
        if [[ $word == -- ]]; then hasEnded=yes; fi
      done
      if [[ -z $hasEnded ]]; then
        if [[ $text == --*=* ]]; then
          option=${text%%=*} prefix=${text%%=*}'=' text=${text#*=}
        elif (( count > 2 )); then
          option=${words[count-2]}
        fi
      fi
      case "$at" in
    \#(nodes.map(bashCase).joined())  esac
      # bash keeps what is before the last '=', where it divides there.
      if [[ $COMP_WORDBREAKS == *=* && $typed == *=* ]]; then
        COMPREPLY=("${COMPREPLY[@]#"${typed%"${typed##*=}"}"}")
      fi
    }

    complete -F _igata igata

    """#
}

extension CompletionNode {
  /// The path as the script keeps it: `/migrate/seal`.
  var key: String { path.map { "/\($0)" }.joined() }
}

/// What is proposed after a command.
private func bashCase(_ node: CompletionNode) -> String {
  let values = node.options.filter { $0.value != .none }
  let options = node.options.flatMap(\.spellings).map(ShellText.quoted).joined(separator: " ")
  let operands =
    node.commands.isEmpty
    ? bashCall(node.operands) : "[[ -n $operand ]] || _igata_words \(node.commands.map(\.name).joined(separator: " "))"
  let cases = values.map { "        \($0.spellings.joined(separator: "|"))) \(bashCall($0.suggestions)) ;;\n" }.joined()
  return """
        "\(node.key)")
          case "$option" in
    \(cases)        *)
              if [[ $text == -* && -z $hasEnded && -z $prefix ]]; then
                _igata_words \(options)
              elif [[ -z $prefix ]]; then
                \(operands)
              fi ;;
          esac ;;

    """
}

private func bashCall(_ suggestions: Suggestions) -> String {
  switch suggestions {
  case .none, .commands: ":"
  case .words(let words): "_igata_words \(words.all.map(ShellText.quoted).joined(separator: " "))"
  case .list(let words): "_igata_list \(words.all.map(ShellText.quoted).joined(separator: " "))"
  case .files(let ending): "_igata_files \(ShellText.quoted(ending ?? ""))"
  case .folders: "_igata_folders"
  }
}
