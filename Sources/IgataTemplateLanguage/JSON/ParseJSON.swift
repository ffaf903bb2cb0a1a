import IgataDiagnostics

/// Parses a JSON text (RFC 8259) strictly: without comments, trailing commas and duplicate keys.
///
/// The value is `nil` if the text can't be parsed. The diagnostics then have the location and the reason.
///
/// - Parameters:
///   - source: The text in UTF-8, with or without a byte-order mark.
///   - file: The index of the file among the files of the run, for the ranges.
///   - replacesUnpairedSurrogates: Whether an escaped half of a surrogate pair is U+FFFD, and not an error. Programs
///     whose strings are UTF-16 write such halves.
public func parseJSON(
  _ source: SourceFile, file: Int = 0, replacesUnpairedSurrogates: Bool = false
) -> (value: JSONValue?, diagnostics: [Diagnostic]) {
  var parser = JSONParser(source.bytes, file: file, replacesUnpairedSurrogates: replacesUnpairedSurrogates)
  do throws(JSONParser.Failure) {
    let value = try parser.parseText()
    return (parser.diagnostics.isEmpty ? value : nil, parser.diagnostics)
  } catch {
    return (nil, parser.diagnostics + [error.diagnostic])
  }
}
