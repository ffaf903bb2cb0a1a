/// The manual page, in the mdoc format of BSD, GNU and macOS.
enum ManualPage {
  static var text: String {
    var lines = [
      ".\\\" Printed by 'igata help --man'.", ".Dd \(date)", ".Dt IGATA 1", ".Os", ".Sh NAME", ".Nm igata",
      ".Nd Swift models and SQL tables from one schema", ".Sh SYNOPSIS", ".Nm", ".Ar command",
      ".Op Ar arguments", ".Sh DESCRIPTION",
    ]
    lines += paragraph(
      """
      igata reads models that are described in a small language, with their fields, types and relations, and writes \
      Swift types and SQL tables for them.
      """)
    lines += [".Pp"]
    lines += paragraph(
      """
      A schema is a file, a folder, which stands for all files below it that end in .igata, or '-', which is standard \
      input. The default is what igata.json names, or else the current folder.
      """)
    lines += [".Sh COMMANDS"]
    for command in Command.all { lines += section(command, path: [command.name]) }
    lines += [".Sh ENVIRONMENT", ".Bl -tag -width Ds", ".It Ev NO_COLOR"]
    lines += paragraph("If it is set and not empty, nothing is printed in color.") + [".El"]
    lines += [".Sh FILES", ".Bl -tag -width Ds", ".It Pa igata.json"]
    lines += paragraph(
      """
      The settings for the schemas in its folder and below: the options of the commands under their names, as in \
      "schemaName". An option on the command line takes precedence.
      """) + [".El"]
    lines += [".Sh EXIT STATUS", ".Bl -tag -width Ds"]
    for status in ExitStatus.allCases { lines += [".It \(status.rawValue)"] + paragraph("\(status.meaning).") }
    lines += [".El", ".Sh EXAMPLES"] + paragraph("Write a schema and settings to start with, and what they generate:")
    lines += [".Bd -literal -offset indent", "igata init", "igata generate", ".Ed"]
    return lines.map { "\($0)\n" }.joined()
  }

  /// The date of the last change of this text, which a manual page must have.
  private static let date = "November 26, 2026"

  private static func section(_ command: Command, path: [String]) -> [String] {
    if !command.parts.isEmpty { return command.parts.flatMap { section($0, path: path + [$0.name]) } }
    let name = (["igata"] + path).joined(separator: " ")
    var usage = name
    if !command.operands.label.isEmpty { usage += " \(escaped(command.operands.label))" }
    if !command.options.isEmpty { usage += " [options]" }
    var lines = [".Ss \(name)", ".Dl \(usage)", ".Pp"]
    lines += paragraph("\(command.purpose.prefix(1).uppercased())\(command.purpose.dropFirst()).")
    if !command.options.isEmpty {
      lines.append(".Bl -tag -width Ds")
      for option in command.options {
        let spellings = option.spellings.map { "Fl \(escaped(String($0.dropFirst())))" }
        let label = option.valueLabel.map { " Ar \(escaped($0))" } ?? ""
        lines.append(".It \(spellings.joined(separator: " , "))\(label)")
        lines += paragraph("\(option.purposeLine).")
      }
      lines.append(".El")
    }
    return lines + notes(command.notes)
  }

  /// The notes of a command. Lines that are indented, or are JSON, are code.
  private static func notes(_ text: String) -> [String] {
    var lines: [String] = []
    var prose: [Substring] = []
    var code: [Substring] = []
    func isCode(_ line: Substring) -> Bool { line.hasPrefix("  ") || line.hasPrefix("{") }
    func end() {
      if !prose.isEmpty { lines += [".Pp"] + paragraph(prose.joined(separator: " ")) }
      if !code.isEmpty { lines += [".Bd -literal -offset indent"] + code.map { escaped(String($0)) } + [".Ed"] }
      (prose, code) = ([], [])
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty || (isCode(line) ? code : prose).isEmpty { end() }
      if isCode(line) { code.append(line) } else if !line.isEmpty { prose.append(line) }
    }
    end()
    return lines
  }

  /// Lines of at most 78 characters. Each sentence starts a line, as mdoc requires.
  private static func paragraph(_ text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ").map({ escaped(String($0)) }) {
      if !line.isEmpty, line.utf8.count + word.utf8.count + 1 > 78 || ".!?".contains(line.suffix(1)) {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? word : " \(word)"
    }
    return lines + [line]
  }

  /// Text that mdoc prints as it is.
  private static func escaped(_ text: String) -> String {
    let plain = text.map { character in
      switch character {
      case "\\": "\\e"
      case "'": "\\(aq"
      case "`": "\\(ga"
      case "…": "..."
      default: "\(character)"
      }
    }.joined()
    return plain.hasPrefix(".") ? "\\&\(plain)" : plain
  }
}
