/// The findings as text for a terminal: location, severity, message and id, then the line with the span underlined and
/// the help after it. Related locations follow as notes.
///
/// ```
/// Household.igata:31:10: error: model 'Account' has no type 'Persn' to relate to [unknown-type]
///    31 |   owner: Persn
///       |          ^^^^^ did you mean 'Person'?
/// ```
///
/// - Parameters:
///   - diagnostics: Printed in the order given; see ``Swift/Array/sortedInSourceOrder()``.
///   - files: The files of the run, in the order that the ranges index them. A finding in any other file is printed
///     without a location.
///   - color: Whether to print a terminal's escape codes for colors.
public func renderText(_ diagnostics: [Diagnostic], files: [SourceFile], color: Bool) -> String {
  var renderer = TextRenderer(locations: SourceLocations(files), paint: color)
  for diagnostic in diagnostics { renderer.append(diagnostic) }
  return renderer.output
}

/// One finding as ``renderText(_:files:color:)`` prints it, without colors.
func renderText(_ diagnostic: Diagnostic, _ locations: inout SourceLocations) -> String {
  var renderer = TextRenderer(locations: locations, paint: false)
  renderer.append(diagnostic)
  locations = renderer.locations
  return renderer.output
}

private struct TextRenderer {
  var locations: SourceLocations
  let paint: Bool
  var output = ""

  mutating func append(_ diagnostic: Diagnostic) {
    let severity = diagnostic.severity
    append(severity, shortened(diagnostic.message) + " [\(diagnostic.kind.id)]", diagnostic.range, diagnostic.help)
    for related in diagnostic.related { append(.note, shortened(related.message), related.range, nil) }
  }

  private mutating func append(
    _ severity: Diagnostic.Severity, _ message: String, _ range: SourceRange, _ help: String?
  ) {
    let color = severity.color
    guard let location = locations.location(of: range) else {
      output += painted("\(severity.rawValue):", color) + " \(message)\n"
      if let help { output += "      = \(shortened(help))\n" }
      return
    }
    let start = location.start
    output += painted("\(visible(location.file.name)):\(start.line):\(start.column):", Self.bold)
    output += " " + painted("\(severity.rawValue):", color) + " \(message)\n"
    let number = String(start.line)
    let gutter = String(repeating: " ", count: max(0, 5 - number.utf8.count))
    let excerpt = Excerpt(location.file.bytes, line: location.line, span: range.start..<max(range.start, range.end))
    let bar = String(repeating: " ", count: max(5, number.utf8.count)) + " | "
    output += excerpt.text.isEmpty ? "\(gutter)\(number) |\n" : "\(gutter)\(number) | \(excerpt.text)\n"
    output += bar + excerpt.padding + painted(String(repeating: "^", count: excerpt.carets), color)
    if let help { output += " " + shortened(help) }
    output += "\n"
  }

  private static let bold = "1"

  private func painted(_ text: String, _ color: String) -> String {
    paint ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text
  }

  /// The text on one line, shortened if it contains a very long name.
  private func shortened(_ words: String) -> String {
    let longest = 1_000
    guard words.utf8.count > longest else { return visible(words) }
    return visible(String(words.unicodeScalars.prefix(longest))) + "…"
  }
}

extension Diagnostic.Severity {
  fileprivate var color: String {
    switch self {
    case .note: "1;36"
    case .warning: "1;33"
    case .error: "1;31"
    }
  }
}
