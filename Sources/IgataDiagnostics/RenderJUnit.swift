/// The findings as JUnit XML, which build servers show as tests: one suite per file and one failure per finding. A file
/// without findings is one passing test.
///
/// - Parameter title: The name of the report: the command that was run.
public func renderJUnit(_ diagnostics: [Diagnostic], files: [SourceFile], title: String) -> String {
  var locations = SourceLocations(files)
  var elsewhere: [Diagnostic] = []
  var byFile: [[Diagnostic]] = Array(repeating: [], count: files.count)
  for diagnostic in diagnostics {
    if files.indices.contains(diagnostic.range.file) {
      byFile[diagnostic.range.file].append(diagnostic)
    } else {
      elsewhere.append(diagnostic)
    }
  }
  var suites = zip(files, byFile).map { suite($0.name, $1, title, &locations) }
  if !elsewhere.isEmpty { suites.append(suite("igata", elsewhere, title, &locations)) }
  let tests = byFile.reduce(elsewhere.count) { $0 + max(1, $1.count) }
  return """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="\(escaped(title))" tests="\(tests)" failures="\(diagnostics.count)" errors="0">
    \(suites.joined())</testsuites>

    """
}

private func suite(
  _ name: String, _ diagnostics: [Diagnostic], _ title: String, _ locations: inout SourceLocations
) -> String {
  let shown = escaped(name)
  var text =
    "  <testsuite name=\"\(shown)\" tests=\"\(max(1, diagnostics.count))\" failures=\"\(diagnostics.count)\">\n"
  if diagnostics.isEmpty { text += "    <testcase name=\"\(escaped(title))\" classname=\"\(shown)\"/>\n" }
  for diagnostic in diagnostics {
    let location = locations.location(of: diagnostic.range)
    let position = location.map { ":\($0.start.line):\($0.start.column)" } ?? ""
    let line = location.map { " line=\"\($0.start.line)\"" } ?? ""
    let message = escaped(diagnostic.message)
    let report = escaped(renderText(diagnostic, &locations))
    text += """
          <testcase name="\(escaped(diagnostic.kind.id))\(position)" classname="\(shown)" file="\(shown)"\(line)>
            <failure type="\(diagnostic.severity.rawValue)" message="\(message)">\(report)</failure>
          </testcase>

      """
  }
  return text + "  </testsuite>\n"
}

/// Text escaped for XML. Characters that XML can't represent even when escaped are replaced.
private func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "\n", "\t": result.unicodeScalars.append(scalar)
    case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
