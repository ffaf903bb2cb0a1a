public import IgataDiagnostics

/// Reads the file `history`.
///
/// - Parameter file: The index of the file among those of the run.
public func readHistory(_ source: SourceFile, file: Int) -> (history: History, diagnostics: [Diagnostic]) {
  var history = History()
  var diagnostics: [Diagnostic] = []
  var start = 0
  var known: [Int: SealedVersion] = [:]
  for line in source.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
    let text = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\t" || $0 == "\r" }.map(String.init)
    let range = SourceRange(file: file, start: start, end: start + line.count)
    start += line.count + 1
    if text.isEmpty || text[0].hasPrefix("#") { continue }
    guard let version = SealedVersion(text, range) else {
      diagnostics.append(.malformedHistory(at: range))
      continue
    }
    if let other = known[version.number] {
      diagnostics.append(.twoVersions(other, version))
    } else if version.number != (history.newest?.number ?? 0) + 1 {
      diagnostics.append(.missingVersion((history.newest?.number ?? 0) + 1, at: range))
    }
    if known[version.number] == nil { known[version.number] = version }
    history.versions.append(version)
  }
  return (history, diagnostics)
}

extension SealedVersion {
  fileprivate init?(_ words: [String], _ range: SourceRange) {
    guard words.count >= 4, let number = Int(words[0]), number > 0, Self.objection(toName: words[1]) == nil,
      let compatibleFrom = Int(words[2]), (1...number).contains(compatibleFrom)
    else { return nil }
    var sums: [String: VersionSum] = [:]
    for word in words.dropFirst(3) {
      let parts = word.split(separator: ":").map(String.init)
      // The name of a dialect is that of a file as well.
      guard parts.count == 2, let sum = VersionSum(text: parts[1]), scriptDialects.contains(parts[0]) else {
        return nil
      }
      sums[parts[0]] = sum
    }
    self.init(number: number, name: words[1], compatibleFrom: compatibleFrom, sums: sums, range: range)
  }
}
