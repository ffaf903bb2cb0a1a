/// The findings as workflow commands, which GitHub shows next to the lines of a change.
///
/// The help and the related locations are part of the message, because a command has no other field for them.
public func renderGitHub(_ diagnostics: [Diagnostic], files: [SourceFile]) -> String {
  var locations = SourceLocations(files)
  var output = ""
  for diagnostic in diagnostics {
    var properties: [(String, String)] = []
    if let location = locations.location(of: diagnostic.range) {
      properties = [
        ("file", location.file.name), ("line", String(location.start.line)), ("endLine", String(location.end.line)),
      ]
      // GitHub accepts columns only if the range is within a single line.
      if location.start.line == location.end.line {
        properties.append(("col", String(location.start.column)))
        properties.append(("endColumn", String(max(location.end.column, location.start.column + 1))))
      }
    }
    properties.append(("title", diagnostic.kind.id))
    var message = diagnostic.message
    if let help = diagnostic.help { message += "\n\(help)" }
    for related in diagnostic.related {
      let location = locations.location(of: related.range).map {
        "\($0.file.name):\($0.start.line):\($0.start.column): "
      }
      message += "\n\(location ?? "")note: \(related.message)"
    }
    let list = properties.map { "\($0)=\(escaped($1, inProperty: true))" }.joined(separator: ",")
    output += "::\(diagnostic.severity.command) \(list)::\(escaped(message, inProperty: false))\n"
  }
  return output
}

private func escaped(_ text: String, inProperty: Bool) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "%": result += "%25"
    case "\r": result += "%0D"
    case "\n": result += "%0A"
    case ":" where inProperty: result += "%3A"
    case "," where inProperty: result += "%2C"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

extension Diagnostic.Severity {
  fileprivate var command: String {
    switch self {
    case .note: "notice"
    case .warning: "warning"
    case .error: "error"
    }
  }
}
