import IgataDiagnostics

/// Reads a JSON text (RFC 8259) strictly: no comments, no trailing commas, no key twice in one object.
///
/// The value is nil if the text can't be read; the diagnostics then hold the place and the reason.
///
/// - Parameters:
///   - source: The text, UTF-8, with a byte-order mark or without.
///   - file: The index of the file among the files of the run, for the ranges.
public func parseJSON(_ source: SourceFile, file: Int = 0) -> (value: JSONValue?, diagnostics: [Diagnostic]) {
  var parser = JSONParser(source.bytes, file: file)
  do throws(JSONParser.Failure) {
    let value = try parser.parseText()
    return (parser.diagnostics.isEmpty ? value : nil, parser.diagnostics)
  } catch {
    return (nil, parser.diagnostics + [error.diagnostic])
  }
}
