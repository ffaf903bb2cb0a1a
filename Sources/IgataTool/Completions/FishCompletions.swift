/// The completion script for fish 3.1 and later.
func fishCompletions(_ nodes: [CompletionNode]) -> String {
  let paths = nodes.dropFirst().map { fishQuoted($0.key) }.joined(separator: " ")
  return #"""
    # Completes igata \#(Version.command) in fish. Printed by 'igata completions fish'.

    # Whether these are the command and subcommand before the cursor.
    function __igata_at
      set -l at ''
      for word in (commandline -opc)[2..-1]
        contains -- "$at/$word" \#(paths); or break
        set at "$at/$word"
      end
      test "$at" = "$argv[1]"
    end

    # The same, if nothing follows them.
    function __igata_ends_at
      __igata_at $argv[1]; and test (count (commandline -opc)) = $argv[2]
    end

    # The value before the cursor, without its option.
    function __igata_text
      commandline -ct | string replace -r -- '^--[^=]*=' ''
    end

    # Proposes the words that aren't in the list yet.
    function __igata_list
      set -l before (__igata_text | string replace -r -- '[^,]*$' '')
      for word in $argv
        contains -- $word (string split -- , "$before"); or echo "$before$word"
      end
    end

    # Proposes folders, and files with that ending.
    function __igata_files
      for path in (__igata_text | string unescape)*
        if test -d $path
          echo $path/
        else if string match -q -- "*$argv[1]" $path
          echo $path
        end
      end
    end

    complete -c igata -f
    \#(nodes.map(fishLines).joined())
    """#
}

private func fishLines(_ node: CompletionNode) -> String {
  let condition = "complete -c igata -n '__igata_at \(fishQuoted(node.key, inside: true))'"
  let first = "complete -c igata -n '__igata_ends_at \(fishQuoted(node.key, inside: true)) \(node.path.count + 1)'"
  var lines = node.commands.map { "\(first) -a \($0.name) -d \(fishQuoted($0.purpose))" }
  if node.commands.isEmpty, let words = fishWords(node.operands) { lines.append("\(condition) -a \(words)") }
  lines += node.options.map { option in
    var line = "\(condition) -l \(option.name)"
    if let short = option.short { line += " -s \(short)" }
    line += " -d \(fishQuoted(option.purposeLine))"
    if option.value != .none { line += fishWords(option.suggestions).map { " -x -a \($0)" } ?? " -x" }
    return line
  }
  return lines.map { "\($0)\n" }.joined()
}

/// The argument of `-a`; `nil` if there is nothing to propose.
private func fishWords(_ suggestions: Suggestions) -> String? {
  switch suggestions {
  case .none, .commands: nil
  case .words(let words): fishQuoted(words.all.joined(separator: " "))
  case .list(let words): "'(__igata_list \(words.all.joined(separator: " ")))'"
  case .files(let ending): "'(__igata_files \(ending ?? ""))'"
  case .folders: "'(__fish_complete_directories (__igata_text) \"\")'"
  }
}

/// A string of fish in single quotes, in which a backslash and a quote have a backslash before them.
private func fishQuoted(_ text: String, inside: Bool = false) -> String {
  let escaped = text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
  return inside ? "\"\(escaped)\"" : "'\(escaped)'"
}
